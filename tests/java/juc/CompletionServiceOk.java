// expect: no_errors
// fine: nightly
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CompletionServiceOk {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        ExecutorCompletionService<Integer> cs = new ExecutorCompletionService<>(pool);
        cs.submit(() -> 1);
        cs.submit(() -> 2);
        assert cs.take().get() + cs.take().get() == 3;
    }
}
