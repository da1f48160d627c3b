// expect: no_errors
// jdk: 25
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** Waiting until a pool has nothing to do: what was asked for is done then, or the time is up. */
public class ForkJoinQuiescence {
    static volatile boolean done;

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.execute(() -> done = true);
        if (pool.awaitQuiescence(1, TimeUnit.DAYS) && !done) throw new AssertionError("quiet too early");
        pool.shutdown();
    }
}
