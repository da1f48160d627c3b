// outcomes: dddd|dddo|ddo|ddod|ddon|dno|dnod|do|dod|dodd|dodn|don|dond
// A task with a fixed delay and a later one, both overdue or not: the earlier one runs first.
import java.util.concurrent.*;

public class DelayLate {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        s.scheduleWithFixedDelay(() -> add("d"), 2, 4, TimeUnit.MILLISECONDS);
        Future<?> f = s.schedule(() -> add("o"), 5, TimeUnit.MILLISECONDS);
        Thread.sleep(3);
        s.execute(() -> add("n"));
        f.get();
        System.out.println("R " + r);
        s.shutdownNow();
    }

    static void add(String s) {
        if (r.length() < 4) r.append(s);
    }
}
