// outcomes: 0falsefalse|0falsetrue|0truetrue|1falsefalse|1falsetrue|1truetrue
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** A task of a fork-join pool is queued, runs, is done; the pool is quiescent or not. */
public class ForkJoinQueries {
    public static void main(String[] args) throws Exception {
        ForkJoinPool p = new ForkJoinPool(1);
        ForkJoinTask<?> f = p.submit(() -> {});
        int q = p.getQueuedSubmissionCount();
        boolean i = p.isQuiescent(), d = f.isDone();
        System.out.println("R " + q + i + d);
    }
}
