// expect: no_errors
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A periodic task that cancels itself after three runs, and then its timer. */
public class TimerPeriodic {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        CountDownLatch end = new CountDownLatch(1);
        timer.scheduleAtFixedRate(new TimerTask() {
            int runs;

            @Override
            public void run() {
                assert runs < 3;
                if (++runs < 3) return;
                cancel();
                end.countDown();
            }
        }, 10, 10);
        end.await();
        timer.cancel();
    }
}
