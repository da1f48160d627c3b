// expect: no_errors
// fine: slow
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** One worker: tasks do not race, whoever submits them. */
public class SingleThreadExecutorOk {
    static int n;

    public static void main(String[] args) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        one.execute(() -> n++);
        one.execute(() -> n++);
        one.shutdown();
        if (one.awaitTermination(1, TimeUnit.HOURS)) assert n == 2;
    }
}
