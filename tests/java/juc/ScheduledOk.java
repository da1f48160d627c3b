// expect: no_errors
// fine: nightly
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A delayed task runs at its time, on the virtual clock. */
public class ScheduledOk {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        long t0 = System.nanoTime();
        ScheduledFuture<Long> f = s.schedule(System::nanoTime, 10, TimeUnit.MILLISECONDS);
        assert f.get() - t0 >= 10_000_000;
        s.shutdown();
    }
}
