// expect: no_errors
// fine: nightly
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The first that succeeds. */
public class InvokeAnyOk {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        int v = pool.invokeAny(List.of(() -> { throw new Exception(); }, () -> 2));
        assert v == 2;
    }
}
