// outcomes: 1 1|1 2
import java.util.concurrent.ForkJoinPool;

/** As ForkJoinIdleWorker, on the JDK's own workers: the count is a thread local. */
public class ForkJoinThreadLocal {
    static final ThreadLocal<Integer> done = ThreadLocal.withInitial(() -> 0);

    static int task() {
        done.set(done.get() + 1);
        return done.get();
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        int first = pool.submit(ForkJoinThreadLocal::task).get();
        System.out.println("R " + first + " " + pool.submit(ForkJoinThreadLocal::task).get());
    }
}
