// expect: no_errors
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A bounded buffer with two conditions. */
public class ConditionBuffer {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition notEmpty = lock.newCondition(), notFull = lock.newCondition();
    static Integer slot;

    static void put(int v) throws InterruptedException {
        lock.lock();
        try {
            while (slot != null) notFull.await();
            slot = v;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    static int take() throws InterruptedException {
        lock.lock();
        try {
            while (slot == null) notEmpty.await();
            int v = slot;
            slot = null;
            notFull.signal();
            return v;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread p = new Thread(() -> {
            try {
                put(1);
                put(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        p.start();
        assert take() == 1;
        assert take() == 2;
        p.join();
    }
}
