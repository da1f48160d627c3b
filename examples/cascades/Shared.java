/** A field that one thread reads while the other may have written it. */
public class Shared {
  int field = -1;

  public static void main(String[] args) {
    Shared shared = new Shared();
    Thread t =
        new Thread(
            () -> {
              int n = shared.field;
              System.out.println("read " + n);
            });
    t.start();
    shared.field = 7;
  }
}
