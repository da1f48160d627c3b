// expect: violation uncaught_exception java.lang.AssertionError "ran 2 times"
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A periodic task that is to run once may run again before it is cancelled. */
public class ScheduledPeriodicForgotten {
    static volatile int runs;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        ScheduledFuture<?> f = s.scheduleAtFixedRate(() -> runs++, 0, 1, TimeUnit.MILLISECONDS);
        Thread.sleep(1);
        f.cancel(false);
        int n = runs;
        if (n > 1) throw new AssertionError("ran " + n + " times");
    }
}
