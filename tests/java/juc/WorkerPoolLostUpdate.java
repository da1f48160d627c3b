// expect: violation uncaught_exception java.lang.AssertionError
// fine: slow
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Tasks of a pool add to one counter without a lock. */
public class WorkerPoolLostUpdate {
    private int hits;

    public static void main(String[] args) throws Exception {
        WorkerPoolLostUpdate w = new WorkerPoolLostUpdate();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 3; i++) pool.execute(() -> w.hits++);
        pool.shutdown();
        if (pool.awaitTermination(10, TimeUnit.SECONDS)) assert w.hits == 3 : w.hits;
    }
}
