// expect: violation deadlock "FutureTask"
import java.util.concurrent.FutureTask;

/** get of a task that nobody runs. */
public class FutureNeverRun {
    static volatile boolean go;

    public static void main(String[] args) throws Exception {
        FutureTask<String> f = new FutureTask<>(() -> "done");
        new Thread(() -> {
            if (go) f.run();
        }).start();
        go = true;
        f.get();
    }
}
