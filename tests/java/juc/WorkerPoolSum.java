// expect: no_errors
// fine: nightly
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A sum in chunks on a pool, results through futures. */
public class WorkerPoolSum {
    public static void main(String[] args) throws Exception {
        int[] data = {1, 2, 3, 4};
        ExecutorService pool = Executors.newFixedThreadPool(2, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        List<Future<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
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
        assert total == 10;
    }
}
