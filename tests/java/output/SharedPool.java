// Two threads share the control of a pool, and print.
import java.util.concurrent.*;

public class SharedPool {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        Thread t = new Thread(() -> {
            System.out.println("a");
            pool.shutdown();
        });
        t.start();
        System.out.println("b");
        pool.isShutdown();
        t.join();
    }
}
