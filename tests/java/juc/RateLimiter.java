// expect: no_errors
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** At most two of three requests at a time. */
public class RateLimiter {
    static final Semaphore permits = new Semaphore(2);
    static final AtomicInteger running = new AtomicInteger();

    static void request() {
        try {
            permits.acquire();
            try {
                assert running.incrementAndGet() <= 2;
                running.decrementAndGet();
            } finally {
                permits.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] ts = new Thread[3];
        for (int i = 0; i < ts.length; i++) (ts[i] = new Thread(RateLimiter::request)).start();
        for (Thread t : ts) t.join();
        assert permits.availablePermits() == 2;
    }
}
