// errors: AssertionError
// outcomes: 1|2
public class BakeryNoChoosing {
  static volatile int n0, n1; static int in, n;
  static void cs() { int k = ++in; assert k == 1; n++; in--; }
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> { n0 = 1 + n1; while (n1 != 0 && n1 < n0) { } cs(); n0 = 0; });
    Thread u = new Thread(() -> { n1 = 1 + n0; while (n0 != 0 && n0 <= n1) { } cs(); n1 = 0; });
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + n);
  }
}
