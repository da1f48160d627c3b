// errors: AssertionError
// outcomes: 2
import java.util.concurrent.locks.StampedLock;

/** What was read optimistically is old when the write lock is there. */
public class OptimisticLost {
  static final StampedLock s = new StampedLock();
  static int x;

  static void increment() {
    long stamp = s.tryOptimisticRead();
    int v = x;
    while (!s.validate(stamp)) {
      stamp = s.readLock();
      v = x;
      s.unlockRead(stamp);
      break;
    }
    stamp = s.writeLock();
    x = v + 1;
    s.unlockWrite(stamp);
  }

  public static void main(String[] a) throws Exception {
    Thread t = new Thread(OptimisticLost::increment);
    t.start();
    increment();
    t.join();
    if (x != 2) throw new AssertionError(x);
    System.out.println("R " + x);
  }
}
