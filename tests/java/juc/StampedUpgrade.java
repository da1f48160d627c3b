// expect: violation deadlock
import java.util.concurrent.locks.StampedLock;

/** writeLock while a read stamp is held: the lock is not reentrant. */
public class StampedUpgrade {
    public static void main(String[] args) throws InterruptedException {
        StampedLock sl = new StampedLock();
        int[] v = new int[1];
        Runnable r = () -> {
            long s = sl.readLock();
            if (v[0] == 0) {
                long w = sl.tryConvertToWriteLock(s);
                if (w == 0) w = sl.writeLock(); /* without giving the read lock back */
                v[0] = 1;
                sl.unlock(w);
            } else {
                sl.unlockRead(s);
            }
        };
        Thread t = new Thread(r);
        t.start();
        r.run();
        t.join();
    }
}
