// expect: no_errors
// fine: quick, slow 25
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The first answer wins; a fallback for a failure; a default after a timeout. */
public class FuturesAnyOf {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> a = CompletableFuture.supplyAsync(() -> "a");
        CompletableFuture<String> b = CompletableFuture.supplyAsync(() -> {
            throw new IllegalStateException("down");
        });
        CompletableFuture<String> safe = b.exceptionally(e -> "fallback");
        Object first = CompletableFuture.anyOf(a, safe).get();
        assert first.equals("a") || first.equals("fallback");
        String late = new CompletableFuture<String>().completeOnTimeout("late", 1, TimeUnit.SECONDS).get();
        assert late.equals("late");
    }
}
