import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Two threads meet at a pool's control, and both print. */
public class PoolShared {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Thread t = new Thread(() -> {
            try {
                pool.execute(() -> { });
            } catch (RejectedExecutionException e) {
                // it was shut down before
            }
            System.out.println("t");
        });
        t.start();
        pool.shutdown();
        System.out.println("main");
        t.join();
    }
}
