// errors: AssertionError
// outcomes:
public class ExitBeatsAssert {
  static volatile int x;
  public static void main(String[] a) throws Exception {
    new Thread(() -> { if (x == 1) throw new AssertionError(); }).start();
    x = 1; x = 2; System.exit(0);
  }
}
