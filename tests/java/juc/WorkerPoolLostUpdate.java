// expect: violation uncaught_exception java.lang.AssertionError
// fine: nightly
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks of a pool add to one counter without a lock. */
public class WorkerPoolLostUpdate {
    private int hits;

    public static void main(String[] args) throws Exception {
        WorkerPoolLostUpdate w = new WorkerPoolLostUpdate();
        ExecutorService pool = Executors.newFixedThreadPool(2, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        for (Future<?> f : List.of(pool.submit(() -> w.hits++), pool.submit(() -> w.hits++))) f.get();
        assert w.hits == 2 : w.hits;
    }
}
