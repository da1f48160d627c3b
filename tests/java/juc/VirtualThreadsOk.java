// expect: no_errors
// jdk: 21
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A virtual thread a task; close() waits for them. */
public class VirtualThreadsOk {
    public static void main(String[] args) throws Exception {
        Future<Boolean> f;
        try (ExecutorService e = Executors.newVirtualThreadPerTaskExecutor()) {
            f = e.submit(() -> Thread.currentThread().isVirtual());
        }
        assert f.resultNow();
    }
}
