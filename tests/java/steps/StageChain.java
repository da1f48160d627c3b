// outcomes: false 0 false false|false 0 false true|false 0 true false|false 0 true true|false 1 false false|false 1 false true|false 1 true false|false 1 true true|true 0 false false|true 0 false true|true 0 true false|true 0 true true|true 1 false false|true 1 false true|true 1 true false|true 1 true true
import java.util.concurrent.CompletableFuture;

/** Stages that depend on each other are done one after the other. */
public class StageChain {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        CompletableFuture<Integer> g = f.thenApply(x -> { v = 1; return x; }), h = g.thenApply(x -> x);
        Thread t = new Thread(() -> f.complete(1));
        t.start();
        boolean d = f.isDone();
        int k = v;
        boolean e = g.isDone(), i = h.isDone();
        System.out.println("R " + d + " " + k + " " + e + " " + i);
    }
}
