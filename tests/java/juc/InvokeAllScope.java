// expect: no_errors
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** All subtasks end before the parent goes on; one failure is reported. */
public class InvokeAllScope {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newSingleThreadExecutor(r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        List<Callable<String>> tasks = List.of(() -> "ok", () -> {
            throw new IllegalArgumentException("bad");
        });
        int ok = 0, failed = 0;
        for (Future<String> f : ex.invokeAll(tasks)) {
            assert f.isDone();
            try {
                f.get();
                ok++;
            } catch (ExecutionException e) {
                assert e.getCause().getMessage().equals("bad");
                failed++;
            }
        }
        assert ok == 1 && failed == 1;
    }
}
