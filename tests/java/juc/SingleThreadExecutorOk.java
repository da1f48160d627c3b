// expect: no_errors
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One worker: tasks do not race, whoever submits them. */
public class SingleThreadExecutorOk {
    static int n;

    public static void main(String[] args) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor(r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        one.submit(() -> n++).get();
        assert one.submit(() -> ++n).get() == 2;
    }
}
