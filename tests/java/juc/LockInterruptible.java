// expect: no_errors
import java.util.concurrent.locks.ReentrantLock;

/** lockInterruptibly ends when the waiter is interrupted. */
public class LockInterruptible {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        boolean[] interrupted = new boolean[1];
        Thread t = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                lock.unlock();
            } catch (InterruptedException e) {
                interrupted[0] = true;
            }
        });
        lock.lock();
        t.start();
        t.interrupt();
        t.join();
        lock.unlock();
        assert interrupted[0];
    }
}
