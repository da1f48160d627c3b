// expect: no_errors
// fine: nightly
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Fetch, parse, combine: stages on a pool, joined at the end. */
public class PipelineOfFutures {
    public static void main(String[] args) {
        ExecutorService io = Executors.newFixedThreadPool(2, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        CompletableFuture<String> user = CompletableFuture.supplyAsync(() -> "ann", io);
        CompletableFuture<Integer> score = CompletableFuture.supplyAsync(() -> 41, io).thenApply(s -> s + 1);
        String line = user.thenCombine(score, (u, s) -> u + "=" + s).thenApply(String::toUpperCase).join();
        assert line.equals("ANN=42");
    }
}
