// errors:
// outcomes: 7 7|0 7|7 0
public class DCLEscape {
  static DCLEscape inst; int v; static int r1, r2;
  DCLEscape() { inst = this; v = 7; }
  static DCLEscape get() { if (inst == null) synchronized (DCLEscape.class) { if (inst == null) new DCLEscape(); } return inst; }
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(() -> r1 = get().v), u = new Thread(() -> r2 = get().v);
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + r1 + " " + r2);
  }
}
