// outcomes: -1|-2|0|1
// getDelay of a task that may be overdue by different times.
import java.util.concurrent.*;

public class DelayAsked {
    static volatile String s = "";

    public static void main(String[] a) throws Exception {
        ScheduledExecutorService p = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> f = p.schedule(() -> { }, 2, TimeUnit.MILLISECONDS);
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(3);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        Thread.sleep(1);
        System.out.println("R " + Math.max(-2, f.getDelay(TimeUnit.MILLISECONDS)));
        p.shutdown();
    }
}
