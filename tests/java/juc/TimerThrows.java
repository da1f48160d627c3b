// expect: violation uncaught_exception java.lang.ArithmeticException
import java.util.Timer;
import java.util.TimerTask;

/** A task that throws ends the timer's thread. */
public class TimerThrows {
    public static void main(String[] args) {
        Timer t = new Timer();
        int[] left = {1};
        t.schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println(10 / left[0]--);
            }
        }, 10, 10);
    }
}
