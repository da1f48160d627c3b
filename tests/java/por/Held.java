import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who waits for what another thread gives back is asked for its state by a third one, which reaches nothing else. */
public class Held {
    static final Object m = new Object(), n = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static final CountDownLatch latch = new CountDownLatch(1);
    static final Semaphore permits = new Semaphore(0);
    static final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    static volatile int f, r;
    static int kept; // whoever uses it has m
    static Thread t;

    static void wants(String how) throws InterruptedException {
        switch (how) {
            case "monitor", "nested", "empty" -> { synchronized (m) { } }
            case "lock", "empty lock" -> { lock.lock(); lock.unlock(); }
            case "kept" -> { synchronized (m) { kept++; } }
            case "readers" -> { both.readLock().lock(); both.readLock().unlock(); }
            case "latch" -> latch.await();
            case "semaphore" -> permits.acquire();
            default -> throw new AssertionError(how);
        }
    }

    static void has(String how) {
        switch (how) {
            case "monitor" -> { synchronized (m) { f = 1; } }
            case "nested" -> { synchronized (m) { synchronized (n) { f = 1; } } }
            case "lock" -> { lock.lock(); f = 1; lock.unlock(); }
            case "kept" -> { synchronized (m) { kept++; } }
            case "empty" -> { synchronized (m) { } }
            case "empty lock" -> { lock.lock(); lock.unlock(); }
            case "readers" -> { both.writeLock().lock(); both.writeLock().unlock(); }
            case "latch" -> { f = 1; latch.countDown(); }
            default -> { f = 1; permits.release(); }
        }
    }

    public static void main(String[] args) {
        String how = args[0];
        t = new Thread(() -> {
            try {
                wants(how);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread q = new Thread(() -> has(how)), reads = new Thread(() -> r = f);
        Thread asks = new Thread(() -> System.out.println("R " + t.getState()));
        t.start();
        q.start();
        reads.start();
        asks.start();
    }
}
