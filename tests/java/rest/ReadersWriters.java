import java.util.concurrent.locks.ReentrantReadWriteLock;

/** n readers and n writers. */
public class ReadersWriters {
    static int x;

    public static void main(String[] args) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            new Thread(() -> {
                lock.readLock().lock();
                int seen = x;
                lock.readLock().unlock();
            }).start();
            new Thread(() -> {
                lock.writeLock().lock();
                x++;
                lock.writeLock().unlock();
            }).start();
        }
    }
}
