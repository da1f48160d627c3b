// errors:
// outcomes: 0|1|2
// Each may find the other's second lock taken, both may, or none.
import java.util.concurrent.locks.*;
public class TryLockBacksOff {
  static final ReentrantLock p = new ReentrantLock(), q = new ReentrantLock(); static volatile int a, b;
  static int go(Lock x, Lock y) { if (!x.tryLock()) return 0; try { if (!y.tryLock()) return 0; try { return 1; }
    finally { y.unlock(); } } finally { x.unlock(); } }
  public static void main(String[] z) throws Exception {
    Thread t = new Thread(() -> a = go(p, q)), u = new Thread(() -> b = go(q, p));
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + (a + b));
  }
}
