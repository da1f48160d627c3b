// expect: no_errors
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Cancelled after its first run, or a later one; whoever waits for it is told. */
public class PeriodicCancelled {
    static volatile int runs;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        CountDownLatch once = new CountDownLatch(1);
        ScheduledFuture<?> f = s.scheduleAtFixedRate(() -> {
            runs ^= 1;
            once.countDown();
        }, 0, 5, TimeUnit.MILLISECONDS);
        once.await();
        assert f.cancel(false);
        try {
            f.get();
            throw new AssertionError("a result of a cancelled task");
        } catch (CancellationException e) {
            assert f.isCancelled() && f.isDone();
        }
    }
}
