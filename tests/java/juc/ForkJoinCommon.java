// expect: no_errors
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** A task of the common pool, joined from outside. */
public class ForkJoinCommon {
    public static void main(String[] args) {
        ForkJoinTask<Integer> t = ForkJoinPool.commonPool().submit(() -> 42);
        assert t.join() == 42;
    }
}
