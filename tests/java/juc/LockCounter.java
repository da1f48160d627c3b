// expect: no_errors
import java.util.concurrent.locks.ReentrantLock;

/** A counter guarded by a ReentrantLock, with a nested hold. */
public class LockCounter {
    static final ReentrantLock lock = new ReentrantLock();
    static int count;

    static void add() {
        lock.lock();
        try {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(LockCounter::add), b = new Thread(LockCounter::add);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 && !lock.isLocked();
    }
}
