// outcomes: 5|10
// scheduledExecutionTime: what a periodic task sees of its own time.
import java.util.*;
import java.util.concurrent.LinkedBlockingQueue;

public class ScheduledTime {
    public static void main(String[] a) throws Exception {
        LinkedBlockingQueue<Long> times = new LinkedBlockingQueue<>();
        Timer t = new Timer();
        long start = System.currentTimeMillis();
        t.scheduleAtFixedRate(new TimerTask() {
            int n;

            public void run() {
                times.add(scheduledExecutionTime());
                if (++n == 2) t.cancel();
            }
        }, 5, 5);
        System.out.println("R " + (times.take() - start));
        System.out.println("R " + (times.take() - start));
    }
}
