// outcomes: 011|012|013|022|023|111|112|113|122|123|222|223
// How many tasks a pool has run, asked while the second one runs.
import java.util.concurrent.*;

public class TallyAsked {
    public static void main(String[] a) throws Exception {
        ThreadPoolExecutor p = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        p.execute(() -> { });
        Future<?> f = p.submit(() -> { });
        long one = p.getCompletedTaskCount();
        f.get();
        System.out.println("R " + one + p.getCompletedTaskCount() + p.getTaskCount());
        p.shutdown();
    }
}
