// expect: no_errors
import java.util.concurrent.CompletableFuture;

public class CompletableFutureException {
    public static void main(String[] args) {
        CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> {
            if (true) throw new IllegalStateException("x");
            return 1;
        }, r -> new Thread(r).start());
        int v = f.handle((r, e) -> e == null ? r : -1).join();
        assert v == -1;
    }
}
