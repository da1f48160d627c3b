// outcomes: false|ran false|ran true|true
// fine: nightly
// A task that is cancelled as its worker claims it: it does not run, and its worker may be interrupted even so.
import java.util.concurrent.*;

public class CancelledBeforeRun {
    static volatile String r = "";

    public static void main(String[] a) throws Exception {
        FutureTask<Integer> f = new FutureTask<>(() -> {
            r += "ran ";
            return 1;
        });
        Thread t = new Thread(() -> {
            f.run();
            r += Thread.interrupted();
        });
        t.start();
        f.cancel(true);
        t.join();
        System.out.println("R " + r);
    }
}
