// expect: violation deadlock "ReentrantReadWriteLock"
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A read lock cannot be upgraded: the writer waits for its own read hold. */
public class ReadWriteLockUpgrade {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static Object cached;

    static void fill() {
        rw.readLock().lock();
        if (cached == null) {
            rw.writeLock().lock();
            cached = "value";
            rw.writeLock().unlock();
        }
        rw.readLock().unlock();
    }

    public static void main(String[] args) {
        new Thread(ReadWriteLockUpgrade::fill).start();
    }
}
