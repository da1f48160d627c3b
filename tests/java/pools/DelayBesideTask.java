// outcomes: [] dn|[] nd|[d] dn|[dn] dn|[n] nd|[nd] nd
// fine: nightly
// A delayed and an immediate task on one scheduler.
import java.util.concurrent.*;

public class DelayBesideTask {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ScheduledExecutorService p = Executors.newScheduledThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        Future<?> d = p.schedule(() -> {
            r.append("d");
        }, 5, TimeUnit.SECONDS), n = p.submit(() -> {
            r.append("n");
        });
        String s = r.toString();
        d.get();
        n.get();
        System.out.println("R [" + s + "] " + r);
    }
}
