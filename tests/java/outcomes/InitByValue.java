// errors: deadlock
// outcomes: 1 14 2|1 7 1|7 7 2
// A waits for B only if B has counted; B always waits for A.
public class InitByValue {
  static int n;
  static class A { static int v = ++n; static { if (n > 1) v = B.w; } }
  static class B { static int w = ++n * 7; static int q = A.v; }
  public static void main(String[] z) throws Exception {
    int[] r = new int[2];
    Thread t = new Thread(() -> r[0] = A.v), u = new Thread(() -> r[1] = B.w);
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + r[0] + " " + r[1] + " " + n);
  }
}
