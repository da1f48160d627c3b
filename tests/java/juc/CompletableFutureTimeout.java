// expect: no_errors
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** completeOnTimeout: the value or the default. */
public class CompletableFutureTimeout {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>();
        f.completeOnTimeout("late", 10, TimeUnit.MILLISECONDS);
        assert f.get().equals("late");
    }
}
