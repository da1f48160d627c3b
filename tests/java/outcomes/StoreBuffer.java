// errors:
// outcomes: 01|10|11
public class StoreBuffer {
  static int x, y, p, q;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { x = 1; p = y; }), u = new Thread(() -> { y = 1; q = x; });
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + p + q);
  }
}
