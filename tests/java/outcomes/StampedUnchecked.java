// errors:
// outcomes: 0 0|0 1|1 0|1 1
// What was read optimistically is used without validate: any mixture.
import java.util.concurrent.locks.*;
public class StampedUnchecked {
  static final StampedLock l = new StampedLock(); static int x, y;
  public static void main(String[] z) throws Exception {
    int[] r = new int[2];
    Thread w = new Thread(() -> { long s = l.writeLock(); x = 1; y = 1; l.unlockWrite(s); });
    Thread q = new Thread(() -> { long s = l.tryOptimisticRead(); r[0] = x; r[1] = y;
      if (false) { s = l.readLock(); r[0] = x; r[1] = y; l.unlockRead(s); } });
    w.start(); q.start(); w.join(); q.join();
    System.out.println("R " + r[0] + " " + r[1]);
  }
}
