// outcomes: 0|1|2|3
// Who sleeps past several periods of a task at a fixed rate sees any number of its runs.
import java.util.concurrent.*;

public class RateLate {
    static volatile int n;

    public static void main(String[] a) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        s.scheduleAtFixedRate(() -> n = Math.min(n + 1, 3), 1, 1, TimeUnit.MILLISECONDS);
        Thread.sleep(3);
        System.out.println("R " + n);
        s.shutdownNow();
    }
}
