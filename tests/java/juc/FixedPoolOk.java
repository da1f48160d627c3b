// expect: no_errors
// fine: slow
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Two tasks on a fixed pool of two. */
public class FixedPoolOk {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> a = pool.submit(() -> 20), b = pool.submit(() -> 22);
        assert a.get() + b.get() == 42;
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
    }
}
