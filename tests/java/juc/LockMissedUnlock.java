// expect: violation deadlock "ReentrantLock"
import java.util.concurrent.locks.ReentrantLock;

/** The early return forgets to unlock. */
public class LockMissedUnlock {
    static final ReentrantLock lock = new ReentrantLock();
    static int stock = 1;

    static void take() {
        lock.lock();
        if (stock == 0) return;
        stock--;
        lock.unlock();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) new Thread(LockMissedUnlock::take).start();
    }
}
