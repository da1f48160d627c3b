// expect: no_errors
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A periodic task runs for ever beside a thread that sleeps for ever; every state comes back. */
public class PeriodicForever {
    static volatile boolean beat;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        s.scheduleAtFixedRate(() -> beat = !beat, 1, 1, TimeUnit.SECONDS);
        for (;;) Thread.sleep(700);
    }
}
