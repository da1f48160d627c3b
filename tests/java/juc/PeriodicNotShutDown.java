// expect: violation deadlock "never shut down: Executors.newScheduledThreadPool at PeriodicNotShutDown.java:12"
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The task is cancelled, but nobody shuts its pool down. */
public class PeriodicNotShutDown {
    static volatile int runs;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> f = s.scheduleAtFixedRate(() -> runs = 1, 0, 1, TimeUnit.MILLISECONDS);
        while (runs == 0) Thread.sleep(2);
        f.cancel(false);
    }
}
