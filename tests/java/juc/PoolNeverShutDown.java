// expect: violation deadlock "a thread pool was never shut down: Executors.newFixedThreadPool at PoolNeverShutDown.java:8"
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Nobody shuts the pool down: its worker waits for ever and the program never ends. */
public class PoolNeverShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> 1).get();
    }
}
