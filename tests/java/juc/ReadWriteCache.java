// expect: no_errors
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/** Look up under the read lock, compute under the write lock after a second look: each value is loaded once. */
public class ReadWriteCache<K, V> {
    private final Map<K, V> map = new HashMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Function<K, V> loader;

    ReadWriteCache(Function<K, V> loader) {
        this.loader = loader;
    }

    V get(K key) {
        lock.readLock().lock();
        try {
            V v = map.get(key);
            if (v != null) return v;
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            return map.computeIfAbsent(key, loader);
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger loads = new AtomicInteger();
        ReadWriteCache<String, Integer> cache = new ReadWriteCache<>(k -> {
            loads.incrementAndGet();
            return k.length();
        });
        Thread[] ts = new Thread[2];
        for (int i = 0; i < 2; i++) {
            ts[i] = new Thread(() -> {
                assert cache.get("four") == 4;
            });
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        assert loads.get() == 1;
    }
}
