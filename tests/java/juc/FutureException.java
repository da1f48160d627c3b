// expect: violation uncaught_exception java.util.concurrent.ExecutionException
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The task fails in one order only; get tells. */
public class FutureException {
    static volatile String name;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> f = pool.submit(() -> name.length());
        name = "x";
        try {
            f.get();
        } finally {
            pool.shutdown();
        }
    }
}
