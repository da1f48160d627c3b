// outcomes: f true|g false|g true
import java.util.concurrent.CompletableFuture;

/** anyOf: which of two stages was first. */
public class StageAnyOf {
    static final StringBuffer r = new StringBuffer();

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>(), g = new CompletableFuture<>();
        Thread t = new Thread(() -> { f.complete("f"); r.append(g.isDone()); });
        t.start();
        CompletableFuture<Object> n = CompletableFuture.anyOf(f, g);
        g.complete("g");
        String s = "" + n.join();
        System.out.println("R " + s + " " + f.isDone());
        t.join();
    }
}
