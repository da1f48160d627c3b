import java.util.concurrent.ForkJoinPool;

/** A fork-join pool that is shut down and that its own worker uses, too: its end is no single step. */
public class Stopping {
    public static void main(String[] args) throws Exception {
        ForkJoinPool p = new ForkJoinPool(2);
        int n = p.submit(() -> p.getParallelism()).get();
        p.shutdown();
        System.out.println("R " + n + " " + p.isShutdown());
    }
}
