// outcomes: 1|Afalse0|Afalse1|AfalseBfalse0|AfalseBtrue0|Atrue1
// fine: ok
// shutdownNow with a second task in the queue.
import java.util.concurrent.*;

public class NowTwo {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ExecutorService p = Executors.newFixedThreadPool(1);
        p.execute(() -> r.append("A" + Thread.currentThread().isInterrupted()));
        p.execute(() -> r.append("B" + Thread.interrupted()));
        int n = p.shutdownNow().size();
        p.awaitTermination(1, TimeUnit.DAYS);
        System.out.println("R " + (r + "" + n));
    }
}
