// expect: no_errors
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A timed tryLock gives up or succeeds; it never hangs, though the holder waits for this thread. */
public class LockTimed {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        int[] got = new int[1];
        Thread t = new Thread(() -> {
            try {
                if (lock.tryLock(10, TimeUnit.MILLISECONDS)) {
                    got[0]++;
                    lock.unlock();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        lock.lock();
        t.start();
        t.join();
        lock.unlock();
        assert got[0] == 0;
    }
}
