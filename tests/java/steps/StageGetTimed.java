// outcomes: T 0 false|T 0 true|T 1 false|T 1 true|T 2 true|x 1 true|x 2 true
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** get with a timeout against complete. */
public class StageGetTimed {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>();
        Thread t = new Thread(() -> { v = 1; f.complete("x"); v = 2; });
        t.start();
        String s;
        try { s = f.get(1, TimeUnit.SECONDS); } catch (TimeoutException e) { s = "T"; }
        int k = v;
        System.out.println("R " + s + " " + k + " " + f.isDone());
    }
}
