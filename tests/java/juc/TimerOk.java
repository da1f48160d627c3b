// expect: no_errors
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A task on a Timer, then the timer is cancelled. */
public class TimerOk {
    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer();
        CountDownLatch ran = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            public void run() {
                ran.countDown();
            }
        }, 10);
        ran.await();
        timer.cancel();
    }
}
