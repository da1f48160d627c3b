// expect: no_errors
// fine: slow
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A sum in chunks on a pool, results through futures. */
public class WorkerPoolSum {
    public static void main(String[] args) throws Exception {
        int[] data = {1, 2, 3, 4, 5, 6};
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int from = i * 2;
            Callable<Integer> c = () -> {
                int s = 0;
                for (int k = from; k < from + 2; k++) s += data[k];
                return s;
            };
            parts.add(pool.submit(c));
        }
        int total = 0;
        for (Future<Integer> f : parts) total += f.get();
        pool.shutdown();
        assert total == 21;
    }
}
