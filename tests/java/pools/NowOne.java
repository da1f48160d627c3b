// outcomes: notrun0false|runfalse0false|runfalse0true|runtrue0false|runtrue0true
// fine: ok
// shutdownNow of a pool with one task: not begun and handed back never, interrupted or not.
import java.util.concurrent.*;

public class NowOne {
    static volatile String r = "notrun";
    static volatile boolean done;

    public static void main(String[] a) throws Exception {
        ExecutorService p = Executors.newFixedThreadPool(1);
        p.execute(
                () -> {
                    r = "run" + Thread.currentThread().isInterrupted();
                    done = true;
                });
        int n = p.shutdownNow().size();
        boolean d = done;
        p.awaitTermination(1, TimeUnit.DAYS);
        System.out.println("R " + (r + n + d));
    }
}
