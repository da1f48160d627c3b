// expect: violation uncaught_exception java.util.concurrent.CompletionException "IllegalStateException: no price"
import java.util.concurrent.CompletableFuture;

/** A stage fails, nobody handles it, and the failure comes out of join() wrapped, made in the library. */
public class CompletableFutureUnhandled {
    static int price(String item) {
        if (item.isEmpty()) throw new IllegalStateException("no price");
        return item.length();
    }

    public static void main(String[] args) {
        int sum = CompletableFuture.supplyAsync(() -> price(""))
                .thenCombine(CompletableFuture.supplyAsync(() -> price("ab")), Integer::sum)
                .join();
        System.out.println(sum);
    }
}
