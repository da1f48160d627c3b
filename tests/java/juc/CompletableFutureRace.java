// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.CompletableFuture;

/** Two asynchronous stages add to a plain field. */
public class CompletableFutureRace {
    static int n;

    public static void main(String[] args) {
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> n++, r -> new Thread(r).start());
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> n++, r -> new Thread(r).start());
        CompletableFuture.allOf(a, b).join();
        assert n == 2;
    }
}
