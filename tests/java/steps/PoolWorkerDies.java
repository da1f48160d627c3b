// outcomes: 0 1|1 0|1 1
// fine: nightly
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A worker that died of its task is gone before another comes. */
public class PoolWorkerDies {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), x -> {
            Thread t = new Thread(x);
            t.setUncaughtExceptionHandler((q, e) -> {});
            return t;
        });
        p.execute(() -> { throw new IllegalStateException(); });
        int n = p.getPoolSize(), c = (int) p.getCompletedTaskCount();
        System.out.println("R " + n + " " + c);
        p.shutdown();
    }
}
