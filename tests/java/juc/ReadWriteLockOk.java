// expect: no_errors
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A writer keeps two fields equal; a reader under the read lock sees them equal. */
public class ReadWriteLockOk {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static int x, y;

    static void read() {
        rw.readLock().lock();
        try {
            assert x == y;
        } finally {
            rw.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread r = new Thread(ReadWriteLockOk::read);
        Thread w = new Thread(() -> {
            rw.writeLock().lock();
            x++;
            y++;
            rw.readLock().lock();
            rw.writeLock().unlock();
            assert x == 1;
            rw.readLock().unlock();
        });
        r.start();
        w.start();
        r.join();
        w.join();
        assert x == 1 && y == 1;
    }
}
