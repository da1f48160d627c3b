// outcomes: 1 1|1 2
import java.util.concurrent.ForkJoinPool;

/** As ForkJoinThreadLocal; main comes to the same calls first. */
public class ForkJoinThreadLocalBoth {
    static final ThreadLocal<Integer> done = ThreadLocal.withInitial(() -> 0);

    static int task() {
        done.set(done.get() + 1);
        return done.get();
    }

    public static void main(String[] args) throws Exception {
        task();
        ForkJoinPool pool = new ForkJoinPool(1);
        int first = pool.submit(ForkJoinThreadLocalBoth::task).get();
        System.out.println("R " + first + " " + pool.submit(ForkJoinThreadLocalBoth::task).get());
    }
}
