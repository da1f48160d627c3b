// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** release in finally although tryAcquire failed: the limit grows. */
public class RateLimiterReleasesTooOften {
    static final Semaphore permits = new Semaphore(1);
    static final AtomicInteger inside = new AtomicInteger();

    static void request() {
        try {
            if (permits.tryAcquire(10, TimeUnit.MILLISECONDS)) {
                int n = inside.incrementAndGet();
                assert n == 1 : n + " inside";
                inside.decrementAndGet();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            permits.release();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) new Thread(RateLimiterReleasesTooOften::request).start();
    }
}
