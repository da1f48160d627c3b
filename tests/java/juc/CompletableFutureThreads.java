// expect: no_errors
import java.util.concurrent.CompletableFuture;

/** complete by one of two threads; dependents run once. */
public class CompletableFutureThreads {
    static int ran;

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>();
        CompletableFuture<Void> g = f.thenAccept(v -> ran++);
        boolean[] won = new boolean[1];
        Thread t = new Thread(() -> won[0] = f.complete("t"));
        t.start();
        boolean mine = f.complete("m");
        g.get();
        t.join();
        assert won[0] != mine && ran == 1 && f.get().equals(mine ? "m" : "t");
    }
}
