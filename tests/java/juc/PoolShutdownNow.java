// expect: no_errors
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** shutdownNow interrupts the task that runs. */
public class PoolShutdownNow {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch never = new CountDownLatch(1);
        pool.execute(() -> {
            try {
                never.await();
                throw new AssertionError();
            } catch (InterruptedException e) {
            }
        });
        pool.shutdownNow();
    }
}
