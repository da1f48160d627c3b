// errors:
// outcomes: 0|1|2
import java.util.concurrent.locks.*; import java.util.concurrent.atomic.*;
public class TryLock {
  public static void main(String[] a) throws Exception {
    AtomicInteger n = new AtomicInteger();
    ReentrantLock x = new ReentrantLock(), y = new ReentrantLock();
    Thread t = new Thread(() -> { if (x.tryLock()) { if (y.tryLock()) { n.incrementAndGet(); y.unlock(); } x.unlock(); } });
    Thread u = new Thread(() -> { if (y.tryLock()) { if (x.tryLock()) { n.incrementAndGet(); x.unlock(); } y.unlock(); } });
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + n);
  }
}
