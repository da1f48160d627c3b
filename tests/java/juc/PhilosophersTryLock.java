// expect: no_errors
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Each takes the left fork and gives up on the right one after a while; nobody waits for ever. */
public class PhilosophersTryLock {
    static final ReentrantLock[] forks = {new ReentrantLock(), new ReentrantLock()};
    static final int[] meals = new int[2];

    static void dine(int me) {
        ReentrantLock left = forks[me], right = forks[1 - me];
        try {
            if (!left.tryLock(1, TimeUnit.SECONDS)) return;
            try {
                if (!right.tryLock(1, TimeUnit.SECONDS)) return;
                try {
                    meals[me]++;
                } finally {
                    right.unlock();
                }
            } finally {
                left.unlock();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> dine(0)), b = new Thread(() -> dine(1));
        a.start();
        b.start();
        a.join();
        b.join();
        assert meals[0] <= 1 && meals[1] <= 1;
        assert !forks[0].isLocked() && !forks[1].isLocked();
    }
}
