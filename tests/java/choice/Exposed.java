/** An object becomes known to others by a field that is no scheduling point itself. */
public class Exposed {
  static class Box {
    int v;
  }

  static class Holder {
    Box box;
  }

  public static void main(String[] args) throws Exception {
    Holder h = new Holder();
    Thread t =
        new Thread(
            () -> {
              Box b = h.box;
              System.out.println(b == null ? "none" : "v" + b.v);
            });
    t.start();
    Box b = new Box();
    b.v = 1;
    h.box = b;
    b.v = 2;
    t.join();
  }
}
