// outcomes: 00|01|10|11
// fine: nightly
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A worker that has begun, but not its first task, is not active. */
public class PoolActive {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        p.execute(() -> {});
        int n = p.getActiveCount();
        long c = p.getCompletedTaskCount();
        System.out.println("R " + n + c);
        p.shutdown();
    }
}
