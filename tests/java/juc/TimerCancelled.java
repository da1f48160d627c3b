// expect: violation uncaught_exception java.lang.IllegalStateException "Timer already cancelled"
import java.util.Timer;
import java.util.TimerTask;

/** schedule races with cancel. */
public class TimerCancelled {
    public static void main(String[] args) {
        Timer timer = new Timer(true);
        new Thread(timer::cancel).start();
        timer.schedule(new TimerTask() {
            public void run() { }
        }, 10);
    }
}
