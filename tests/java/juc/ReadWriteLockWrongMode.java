// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Writing under the read lock loses an update. */
public class ReadWriteLockWrongMode {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static int count;

    static void add() {
        rw.readLock().lock();
        count++;
        rw.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(ReadWriteLockWrongMode::add), b = new Thread(ReadWriteLockWrongMode::add);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : count;
    }
}
