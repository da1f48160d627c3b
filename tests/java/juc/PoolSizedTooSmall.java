// expect: violation deadlock
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Three tasks meet at a barrier, on a pool of two. */
public class PoolSizedTooSmall {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CyclicBarrier meet = new CyclicBarrier(3);
        for (int i = 0; i < 3; i++) pool.submit(() -> meet.await());
        pool.shutdown();
    }
}
