// expect: no_errors
import java.util.Timer;
import java.util.TimerTask;

/** Two timers with tasks that never end; either may stand still for any time. */
public class TimersForever {
    static volatile boolean slow, fast;

    public static void main(String[] args) {
        new Timer().schedule(new TimerTask() {
            @Override
            public void run() {
                fast = !fast;
            }
        }, 10, 10);
        new Timer().schedule(new TimerTask() {
            @Override
            public void run() {
                slow = !slow;
            }
        }, 15, 15);
    }
}
