// outcomes: 0false|1false|1true
import java.util.concurrent.ForkJoinPool;

/** A fork-join worker is idle only after its task. */
public class ForkJoinActive {
    public static void main(String[] args) throws Exception {
        ForkJoinPool p = new ForkJoinPool(1);
        p.execute(() -> {});
        int n = p.getActiveThreadCount();
        boolean h = p.hasQueuedSubmissions();
        System.out.println("R " + n + h);
    }
}
