// outcomes: false 0 false 0|false 0 false 1|false 0 false 2|false 0 true 0|false 0 true 1|false 0 true 2|false 1 false 1|false 1 false 2|false 1 true 1|false 1 true 2|true 0 false 0|true 0 false 1|true 0 false 2|true 0 true 1|true 0 true 2|true 1 false 1|true 1 false 2|true 1 true 1|true 1 true 2
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A write lock is exchanged for a read lock; counts, and tryLock of a reader. */
public class ReadWriteCounts {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        Thread t = new Thread(() -> {
            l.writeLock().lock();
            v = 1;
            l.readLock().lock();
            l.writeLock().unlock();
            v = 2;
            l.readLock().unlock();
        });
        t.start();
        boolean w = l.isWriteLocked();
        int c = l.getReadLockCount();
        boolean k = l.readLock().tryLock();
        System.out.println("R " + w + " " + c + " " + k + " " + v);
        if (k) l.readLock().unlock();
    }
}
