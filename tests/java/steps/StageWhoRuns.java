// outcomes: 0 2|1 1|2 2
import java.util.concurrent.CompletableFuture;

/** A dependent stage is run by who completes or by who registers it. */
public class StageWhoRuns {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        Thread m = Thread.currentThread();
        Thread t = new Thread(() -> f.complete(1));
        t.start();
        f.thenAccept(x -> { v = Thread.currentThread() == m ? 1 : 2; });
        int k = v;
        t.join();
        System.out.println("R " + k + " " + v);
    }
}
