// expect: violation uncaught_exception java.lang.AssertionError "two inside"
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** release() in finally although the timed acquire failed: a permit too many. */
public class SemaphoreOverRelease {
    static final Semaphore s = new Semaphore(1);
    static int inside;

    static void work() {
        try {
            if (s.tryAcquire(1, TimeUnit.SECONDS)) {
                if (++inside > 1) throw new AssertionError("two inside");
                inside--;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            s.release();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) new Thread(SemaphoreOverRelease::work).start();
    }
}
