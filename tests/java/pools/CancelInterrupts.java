// outcomes: false1false2falsetrue|true1false2falsetrue|true1true2falsetrue|true2falsetrue
// fine: nightly
// cancel(true): the interrupt reaches the task it is meant for, never the next one.
import java.util.concurrent.*;

public class CancelInterrupts {
    static volatile String r = "";

    public static void main(String[] a) throws Exception {
        ExecutorService p = Executors.newFixedThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        Future<?> f = p.submit(() -> {
            r += "1" + Thread.currentThread().isInterrupted();
        });
        boolean c = f.cancel(true);
        p.submit(() -> {
            r += "2" + Thread.currentThread().isInterrupted();
        }).get();
        System.out.println("R " + (c + r + f.isDone()));
    }
}
