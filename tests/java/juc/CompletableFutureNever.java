// expect: violation deadlock "CompletableFuture"
import java.util.concurrent.CompletableFuture;

/** Nobody completes it when the worker fails. */
public class CompletableFutureNever {
    static volatile String input;

    public static void main(String[] args) {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        new Thread(() -> {
            String s = input;
            if (s != null) f.complete(s.length());
        }).start();
        input = "abc";
        f.join();
    }
}
