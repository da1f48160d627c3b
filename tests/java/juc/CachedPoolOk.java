// expect: no_errors
// fine: nightly
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A cached pool: a task may wait for another one, there is always a thread. */
public class CachedPoolOk {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool(r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        Future<Integer> outer = pool.submit(() -> pool.submit(() -> 1).get() + 1);
        assert outer.get() == 2;
    }
}
