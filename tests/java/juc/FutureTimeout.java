// expect: no_errors
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** get with a timeout. */
public class FutureTimeout {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> f = pool.submit(() -> 1);
        try {
            assert f.get(5, TimeUnit.MILLISECONDS) == 1;
        } catch (TimeoutException e) {
            f.cancel(true);
        }
        pool.shutdown();
    }
}
