// outcomes: <> f|<f> f|<g> g
import java.util.concurrent.CompletableFuture;

/** acceptEither of a stage that another thread completes. */
public class StageEither {
    static final StringBuffer r = new StringBuffer();

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>(), g = new CompletableFuture<>();
        Thread t = new Thread(() -> f.complete("f"));
        t.start();
        f.acceptEither(g, x -> r.append(x));
        g.complete("g");
        String s = r.toString();
        t.join();
        System.out.println("R <" + s + "> " + r);
    }
}
