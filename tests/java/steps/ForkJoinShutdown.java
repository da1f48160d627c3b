// outcomes: false 0 false|false 0 true|false 1 false|false 1 true|true 1 true
import java.util.concurrent.ForkJoinPool;

/** A pool is terminated some time after shutdown. */
public class ForkJoinShutdown {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        ForkJoinPool p = new ForkJoinPool(1);
        p.execute(() -> v = 1);
        p.shutdown();
        boolean t = p.isTerminated();
        int x = v;
        System.out.println("R " + t + " " + x + " " + p.isTerminated());
    }
}
