// outcomes: |M|MT|T|TM
// fine: ok
// Two submitters of a single worker, in either order; who shuts down at once sees a prefix.
import java.util.concurrent.*;

public class TwoSubmitters {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ExecutorService p = Executors.newFixedThreadPool(1);
        Thread t = new Thread(() -> p.execute(() -> r.append("T")));
        t.start();
        p.execute(() -> r.append("M"));
        t.join();
        p.shutdown();
        String s = r.toString();
        System.out.println("R " + s);
    }
}
