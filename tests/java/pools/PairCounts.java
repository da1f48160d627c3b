// outcomes: 1 1|1 2|2 2
// fine: nightly
// As TwoCount, without its end: two tasks count a volatile field.
import java.util.concurrent.*;

public class PairCounts {
    static volatile int v;

    public static void main(String[] a) throws Exception {
        ExecutorService p = Executors.newFixedThreadPool(2, r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        Future<?> f = p.submit(() -> v++), g = p.submit(() -> v++);
        f.get();
        int m = v;
        g.get();
        System.out.println("R " + (m + " " + v));
    }
}
