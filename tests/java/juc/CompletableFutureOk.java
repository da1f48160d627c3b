// expect: no_errors
import java.util.concurrent.CompletableFuture;

/** Two asynchronous stages, combined. */
public class CompletableFutureOk {
    public static void main(String[] args) {
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 20);
        CompletableFuture<Integer> b = CompletableFuture.completedFuture(22);
        assert a.thenCombine(b, Integer::sum).join() == 42;
    }
}
