// outcomes: ab|abU|aUb
// A task that throws: its worker is replaced, the handler runs at any time.
import java.util.concurrent.*;

public class WorkerReplaced {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> r.append("U"));
        ExecutorService p = Executors.newFixedThreadPool(1, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        p.execute(() -> {
            r.append("a");
            throw new IllegalStateException();
        });
        p.submit(() -> r.append("b")).get();
        System.out.println("R " + r);
    }
}
