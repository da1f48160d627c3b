// expect: no_errors
// fine: nightly
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two tasks on a fixed pool of two. */
public class FixedPoolOk {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        Future<Integer> a = pool.submit(() -> 20), b = pool.submit(() -> 22);
        assert a.get() + b.get() == 42;
    }
}
