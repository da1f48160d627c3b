// expect: violation uncaught_exception java.lang.AssertionError
// fine: slow
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Two tasks of a pool add to a plain field. */
public class FixedPoolRace {
    static int n;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) pool.execute(() -> n++);
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) { }
        assert n == 2;
    }
}
