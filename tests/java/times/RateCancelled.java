// outcomes: true
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Cancelled after two runs; a run that is on its way then is the last one. */
public class RateCancelled {
    static volatile int runs;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        CountDownLatch twice = new CountDownLatch(2);
        ScheduledFuture<?> f = s.scheduleAtFixedRate(() -> {
            runs ^= 1;
            twice.countDown();
        }, 0, 5, TimeUnit.MILLISECONDS);
        twice.await();
        f.cancel(false);
        s.shutdown();
        while (!s.awaitTermination(1, TimeUnit.DAYS)) { }
        int n = runs;
        Thread.sleep(10);
        System.out.println("R " + (runs == n && f.isCancelled()));
    }
}
