// expect: no_errors
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;

/** A watchdog that is fed in time or bites once. */
public class TimerWatchdog {
    public static void main(String[] args) {
        Timer timer = new Timer("dog", true);
        AtomicBoolean bitten = new AtomicBoolean();
        TimerTask bite = new TimerTask() {
            @Override
            public void run() {
                assert bitten.compareAndSet(false, true);
            }
        };
        timer.schedule(bite, 1000);
        boolean fed = bite.cancel();
        timer.cancel();
        assert !fed || !bitten.get();
    }
}
