// outcomes: |false|ran,|ran,false|ran,true|true
// fine: nightly
// The same in a pool: afterExecute sees the interrupt.
import java.util.concurrent.*;

public class CancelledInPool {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ThreadPoolExecutor p =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
                    protected void afterExecute(Runnable k, Throwable t) {
                        r.append(Thread.currentThread().isInterrupted());
                    }
                };
        Future<?> f = p.submit(() -> r.append("ran,"));
        f.cancel(true);
        p.shutdown();
        p.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
        System.out.println("R " + r);
    }
}
