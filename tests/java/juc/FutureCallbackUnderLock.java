// expect: violation deadlock
import java.util.concurrent.CompletableFuture;

/** join while holding the lock that the other stage needs. */
public class FutureCallbackUnderLock {
    public static void main(String[] args) {
        Object lock = new Object();
        CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> {
            synchronized (lock) {
                return 1;
            }
        });
        synchronized (lock) {
            f.join();
        }
    }
}
