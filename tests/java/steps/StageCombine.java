// outcomes: false false 3|true false 3|true true 3
import java.util.concurrent.CompletableFuture;

/** thenCombine is run by either thread, once. */
public class StageCombine {
    static final StringBuffer r = new StringBuffer();

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = new CompletableFuture<>(), g = new CompletableFuture<>();
        Thread m = Thread.currentThread();
        Thread t = new Thread(() -> f.complete(1));
        CompletableFuture<Integer> h = f.thenCombine(g, (x, y) -> {
            r.append(Thread.currentThread() == m);
            return x + y;
        });
        t.start();
        g.complete(2);
        boolean d = h.isDone();
        t.join();
        System.out.println("R " + d + " " + r + " " + h.join());
    }
}
