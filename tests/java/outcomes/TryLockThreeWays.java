// errors:
// outcomes: 1 0|1 1|2 0
// One thread has the lock in any case; the other one too, or it gives up, or it was interrupted.
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class TryLockThreeWays {
  static final ReentrantLock l = new ReentrantLock(false); static int n, e;
  static void run() { try { if (l.tryLock(3, TimeUnit.MILLISECONDS)) try { n++; } finally { l.unlock(); } }
    catch (InterruptedException x) { e++; } }
  public static void main(String[] z) throws Exception {
    Thread t = new Thread(TryLockThreeWays::run), u = new Thread(TryLockThreeWays::run);
    t.start(); u.start(); t.interrupt(); t.join(); u.join(); System.out.println("R " + n + " " + e);
  }
}
