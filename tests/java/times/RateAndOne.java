// outcomes: xx|xxx|xxxx
// A task at a fixed rate beside one that cancels it: how often it has run by then, late or not.
import java.util.concurrent.*;

public class RateAndOne {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> f = s.scheduleAtFixedRate(() -> add("x"), 0, 5, TimeUnit.MILLISECONDS);
        s.schedule(() -> f.cancel(false), 8, TimeUnit.MILLISECONDS).get();
        System.out.println("R " + r);
        s.shutdown();
    }

    static void add(String s) {
        if (r.length() < 4) r.append(s);
    }
}
