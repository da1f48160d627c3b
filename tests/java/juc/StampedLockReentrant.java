// expect: violation deadlock "StampedLock"
import java.util.concurrent.locks.StampedLock;

/** StampedLock is not reentrant. */
public class StampedLockReentrant {
    static final StampedLock sl = new StampedLock();

    static void outer() {
        long s = sl.writeLock();
        inner();
        sl.unlockWrite(s);
    }

    static void inner() {
        long s = sl.readLock();
        sl.unlockRead(s);
    }

    public static void main(String[] args) {
        new Thread(StampedLockReentrant::outer).start();
    }
}
