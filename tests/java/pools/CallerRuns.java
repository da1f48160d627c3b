// outcomes: m|mw|w|wm|ww
// fine: ok
// A full SynchronousQueue: the caller runs the task, or a worker does.
import java.util.concurrent.*;

public class CallerRuns {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ThreadPoolExecutor p =
                new ThreadPoolExecutor(
                        1,
                        1,
                        0,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        new ThreadPoolExecutor.CallerRunsPolicy());
        for (int i = 0; i < 2; i++) {
            p.execute(
                    () ->
                            r.append(
                                    Thread.currentThread().getName().startsWith("main")
                                            ? "m"
                                            : "w"));
        }
        p.shutdown();
        p.awaitTermination(1, TimeUnit.DAYS);
        System.out.println("R " + r);
    }
}
