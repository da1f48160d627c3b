// expect: violation uncaught_exception java.lang.AssertionError
// fine: nightly
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Two tasks of a pool add to a plain field. */
public class FixedPoolRace {
    static int n;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        Future<?> a = pool.submit(() -> n++), b = pool.submit(() -> n++);
        a.get();
        b.get();
        assert n == 2;
    }
}
