// outcomes:  | d| dn| n| nd|d d|d dn|dn dn|n n|n nd|nd nd
// A delayed and an immediate task on one scheduler.
import java.util.concurrent.*;

public class DelayedAndNow {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ScheduledExecutorService p = Executors.newScheduledThreadPool(1);
        p.schedule(
                () -> {
                    r.append("d");
                },
                5,
                TimeUnit.SECONDS);
        p.execute(() -> r.append("n"));
        p.shutdown();
        String s = r.toString();
        p.awaitTermination(1, TimeUnit.DAYS);
        System.out.println("R " + (s + " " + r));
    }
}
