// errors:
// outcomes: 0|-1|4294967295
public class LongNoTear {
  static long v; static double d;
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> v = -1L), u = new Thread(() -> v = 0xFFFFFFFFL);
    t.start(); u.start(); System.out.println("R " + v);
  }
}
