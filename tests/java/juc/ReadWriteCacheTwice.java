// expect: violation uncaught_exception java.lang.AssertionError
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The second look under the write lock is missing: a value is loaded twice. */
public class ReadWriteCacheTwice {
    final Map<String, Integer> map = new HashMap<>();
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    final AtomicInteger loads = new AtomicInteger();

    int get(String key) {
        lock.readLock().lock();
        Integer v;
        try {
            v = map.get(key);
        } finally {
            lock.readLock().unlock();
        }
        if (v == null) {
            lock.writeLock().lock();
            try {
                loads.incrementAndGet();
                map.put(key, v = key.length());
            } finally {
                lock.writeLock().unlock();
            }
        }
        return v;
    }

    public static void main(String[] args) throws InterruptedException {
        ReadWriteCacheTwice c = new ReadWriteCacheTwice();
        Thread t = new Thread(() -> c.get("key"));
        t.start();
        c.get("key");
        t.join();
        assert c.loads.get() == 1 : c.loads;
    }
}
