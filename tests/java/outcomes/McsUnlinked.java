// errors: NullPointerException
// outcomes: 2
// A queue lock: who leaves does not wait for the link of the one behind, who then spins for ever.
import java.util.concurrent.atomic.*;
public class McsUnlinked {
  static class Q { volatile Q next; volatile boolean locked = true; }
  static AtomicReference<Q> tail = new AtomicReference<>(); static int n;
  static void run() {
    Q q = new Q(), p = tail.getAndSet(q);
    if (p != null) { p.next = q; while (q.locked) { } }
    n++;
    if (q.next == null) { if (tail.compareAndSet(q, null)) return; }
    q.next.locked = false;
  }
  public static void main(String[] a) throws Exception {
    Thread t = new Thread(McsUnlinked::run), u = new Thread(McsUnlinked::run);
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + n);
  }
}
