// expect: no_errors
import java.util.concurrent.locks.ReentrantLock;

/** tryLock on the second lock avoids the deadlock of opposite orders. */
public class LockTryBoth {
    static final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
    static int done;

    static boolean both(ReentrantLock x, ReentrantLock y) {
        x.lock();
        try {
            if (!y.tryLock()) return false;
            try {
                done++;
                return true;
            } finally {
                y.unlock();
            }
        } finally {
            x.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        boolean[] ok = new boolean[2];
        Thread t = new Thread(() -> ok[0] = both(a, b));
        t.start();
        ok[1] = both(b, a);
        t.join();
        assert done == (ok[0] ? 1 : 0) + (ok[1] ? 1 : 0);
    }
}
