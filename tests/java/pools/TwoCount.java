// outcomes: 1 1|1 2|2 2
// Two tasks count a volatile field.
import java.util.concurrent.*;

public class TwoCount {
    static int n;
    static volatile int v;

    public static void main(String[] a) throws Exception {
        ExecutorService p = Executors.newFixedThreadPool(2);
        Future<?> f = p.submit(() -> v++), g = p.submit(() -> v++);
        f.get();
        int m = v;
        g.get();
        System.out.println("R " + (m + " " + v));
        p.shutdown();
    }
}
