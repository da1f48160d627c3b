// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.locks.StampedLock;

/** An optimistic read that is not validated sees half a write. */
public class StampedLockNoValidate {
    static final StampedLock sl = new StampedLock();
    static int x, y;

    public static void main(String[] args) {
        new Thread(() -> {
            long s = sl.writeLock();
            x++;
            y++;
            sl.unlockWrite(s);
        }).start();
        if (sl.tryOptimisticRead() != 0) {
            int a = x, b = y;
            assert a == b : a + " " + b;
        }
    }
}
