// errors:
// outcomes: 1|2
public class LockReplaced {
  static Object l = new Object(); static int n;
  public static void main(String[] a) throws Exception {
    Runnable r = () -> { synchronized (l) { l = new Object(); n++; } };
    Thread t = new Thread(r), u = new Thread(r);
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + n);
  }
}
