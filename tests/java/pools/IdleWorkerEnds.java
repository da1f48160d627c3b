// outcomes: 0ab|1ab
// fine: nightly
// A worker that times out, or does not.
import java.util.concurrent.*;

public class IdleWorkerEnds {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        p.submit(() -> r.append("a")).get();
        Thread.sleep(2000);
        int s = p.getPoolSize();
        p.submit(() -> r.append("b")).get();
        System.out.println("R " + (s + "" + r));
    }
}
