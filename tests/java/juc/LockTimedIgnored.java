// expect: violation uncaught_exception java.lang.IllegalMonitorStateException
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The result of a timed tryLock is not looked at: unlock by a thread that never got it. */
public class LockTimedIgnored {
    static final ReentrantLock lock = new ReentrantLock();

    static void work() {
        try {
            lock.tryLock(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return;
        }
        lock.unlock();
    }

    public static void main(String[] args) {
        new Thread(LockTimedIgnored::work).start();
        new Thread(LockTimedIgnored::work).start();
    }
}
