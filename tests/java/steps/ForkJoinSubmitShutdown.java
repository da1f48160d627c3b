// outcomes: 1|CancellationException|RejectedExecutionException
// outcomes 21: 1|RejectedExecutionException
// fine: parts
import java.util.concurrent.ForkJoinPool;

/** A task that is submitted beside shutdown: JDK 17 may accept it into a pool that has ended by then, and cancels it. */
public class ForkJoinSubmitShutdown {
    static String r;

    public static void main(String[] args) throws Exception {
        ForkJoinPool p = new ForkJoinPool(1);
        Thread t = new Thread(() -> {
            try {
                r = "" + p.submit(() -> 1).get();
            } catch (Exception e) {
                r = e.getClass().getSimpleName();
            }
        });
        t.start();
        p.shutdown();
        t.join();
        System.out.println("R " + r);
    }
}
