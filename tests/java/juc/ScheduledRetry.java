// expect: no_errors
// fine: nightly
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** An operation that fails twice is tried again after a pause. */
public class ScheduledRetry {
    static int tries;

    static void attempt(ScheduledExecutorService s, CompletableFuture<Integer> result) {
        if (++tries == 3) result.complete(tries);
        else s.schedule(() -> attempt(s, result), 100, TimeUnit.MILLISECONDS);
    }

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        CompletableFuture<Integer> result = new CompletableFuture<>();
        s.execute(() -> attempt(s, result));
        assert result.get() == 3;
        s.shutdown();
    }
}
