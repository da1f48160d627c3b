// outcomes: 0|1|2|3
// A date in the past: the task is due at once, and an hourly one has hours to make up for.
import java.util.*;

public class TimerPast {
    static volatile int n;

    public static void main(String[] a) throws Exception {
        Timer t = new Timer();
        TimerTask task = new TimerTask() {
            public void run() {
                if (++n == 3) t.cancel();
            }
        };
        t.scheduleAtFixedRate(task, new Date(System.currentTimeMillis() - 7_200_000), 3_600_000);
        Thread.sleep(1);
        System.out.println("R " + n);
    }
}
