// expect: no_errors
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;

/** cancel or completion, never both. */
public class FutureCancel {
    public static void main(String[] args) throws Exception {
        FutureTask<String> f = new FutureTask<>(() -> "done");
        Thread t = new Thread(f);
        t.start();
        boolean cancelled = f.cancel(true);
        try {
            assert f.get().equals("done") && !cancelled;
        } catch (CancellationException e) {
            assert cancelled;
        }
        t.join();
    }
}
