// outcomes: false false true|true true false
import java.util.concurrent.CompletableFuture;

/** cancel against complete. */
public class StageCancel {
    static final StringBuffer r = new StringBuffer();

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>();
        Thread t = new Thread(() -> r.append(f.complete("x")));
        t.start();
        boolean c = f.cancel(true);
        boolean d = f.isCompletedExceptionally();
        t.join();
        System.out.println("R " + c + " " + d + " " + r);
    }
}
