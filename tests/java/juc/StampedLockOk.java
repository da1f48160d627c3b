// expect: no_errors
import java.util.concurrent.locks.StampedLock;

/** Optimistic read, validated, with the read lock to fall back on. */
public class StampedLockOk {
    static final StampedLock sl = new StampedLock();
    static int x, y;

    static void read() {
        long s = sl.tryOptimisticRead();
        int a = x, b = y;
        if (!sl.validate(s)) {
            s = sl.readLock();
            a = x;
            b = y;
            sl.unlockRead(s);
        }
        assert a == b;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread r = new Thread(StampedLockOk::read);
        r.start();
        long s = sl.writeLock();
        x++;
        y++;
        sl.unlockWrite(s);
        r.join();
    }
}
