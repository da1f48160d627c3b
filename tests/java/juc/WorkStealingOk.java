// expect: no_errors
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class WorkStealingOk {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newWorkStealingPool(1);
        assert pool.submit(() -> 3).get() == 3;
        pool.shutdown();
    }
}
