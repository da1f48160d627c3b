// expect: no_errors
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A timed await ends by itself, with false only if nobody has signalled. */
public class ConditionTimeout {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition ready = lock.newCondition();
    static boolean set;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            lock.lock();
            set = true;
            ready.signal();
            lock.unlock();
        });
        t.start();
        lock.lock();
        try {
            if (!set && ready.await(1, TimeUnit.SECONDS)) assert set;
        } finally {
            lock.unlock();
        }
        t.join();
    }
}
