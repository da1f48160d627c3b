// expect: violation uncaught_exception java.util.concurrent.RejectedExecutionException
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A submission races with shutdown. */
public class PoolRejects {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        new Thread(() -> pool.execute(() -> { })).start();
        pool.shutdown();
    }
}
