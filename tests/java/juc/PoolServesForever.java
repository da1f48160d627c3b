// expect: no_errors
// fine: nightly
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that hands every request to its pool, for ever. */
public class PoolServesForever {
    static volatile int last;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        for (;;) assert pool.submit(() -> last = 1 - last).get() == last;
    }
}
