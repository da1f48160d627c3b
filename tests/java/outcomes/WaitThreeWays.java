// errors:
// outcomes: in|it|n|t
// Notified or not needed (n), expired (t), interrupted before (it) and after (in) the flag was set.
public class WaitThreeWays {
  static final Object l = new Object(); static boolean f; static String s = "";
  public static void main(String[] z) throws Exception {
    Thread t = new Thread(() -> { synchronized (l) { try { if (!f) l.wait(5); } catch (InterruptedException e) {
      s += "i"; } s += f ? "n" : "t"; } });
    t.start();
    t.interrupt();
    synchronized (l) { f = true; l.notify(); }
    t.join(); System.out.println("R " + s);
  }
}
