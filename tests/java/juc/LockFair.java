// expect: no_errors
import java.util.concurrent.locks.ReentrantLock;

/** A fair lock among three threads. */
public class LockFair {
    static final ReentrantLock lock = new ReentrantLock(true);
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] ts = new Thread[2];
        for (int i = 0; i < ts.length; i++) {
            ts[i] = new Thread(() -> {
                lock.lock();
                count++;
                lock.unlock();
            });
            ts[i].start();
        }
        lock.lock();
        count++;
        lock.unlock();
        for (Thread t : ts) t.join();
        assert count == 3;
    }
}
