// expect: violation uncaught_exception java.lang.AssertionError "user of another task"
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A value left behind in a pool's thread is seen by the next task. */
public class ThreadLocalLeak {
    static final ThreadLocal<String> user = new ThreadLocal<>();

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> user.set("alice")).get();
        boolean leaked = pool.submit(() -> user.get() != null).get();
        pool.shutdown();
        if (leaked) throw new AssertionError("user of another task");
    }
}
