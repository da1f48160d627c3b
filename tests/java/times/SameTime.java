// outcomes: abc
// Tasks that are due at the same time run in the order they were made, also after others were made and have ended.
import java.util.concurrent.*;

public class SameTime {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        s.schedule(() -> { }, 1, TimeUnit.MILLISECONDS).get();
        s.schedule(
                () -> {
                    s.schedule(() -> r.append("a"), 2, TimeUnit.MILLISECONDS);
                    s.schedule(() -> r.append("b"), 2, TimeUnit.MILLISECONDS);
                    return s.schedule(() -> r.append("c"), 2, TimeUnit.MILLISECONDS);
                },
                1, TimeUnit.MILLISECONDS).get().get();
        System.out.println("R " + r);
        s.shutdown();
    }
}
