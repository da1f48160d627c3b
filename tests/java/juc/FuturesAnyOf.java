// expect: no_errors
// fine: quick, nightly 25
import java.util.concurrent.CompletableFuture;

/** The first answer wins; a fallback for a failure. */
public class FuturesAnyOf {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> a = CompletableFuture.supplyAsync(() -> "a");
        CompletableFuture<String> b = CompletableFuture.supplyAsync(() -> {
            throw new IllegalStateException("down");
        });
        CompletableFuture<String> safe = b.exceptionally(e -> "fallback");
        Object first = CompletableFuture.anyOf(a, safe).get();
        assert first.equals("a") || first.equals("fallback");
    }
}
