// outcomes: 012|01x2|0x21|x201
// fine: nightly
// One worker, one place in the queue: the third task is refused or not.
import java.util.concurrent.*;

public class PlaceInQueue {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), r -> {
            Thread t = new Thread(r);
            t.setDaemon(true);
            return t;
        });
        Future<?> last = null;
        for (int i = 0; i < 3; i++) {
            int k = i;
            try {
                last = p.submit(() -> r.append(k));
            } catch (RejectedExecutionException e) {
                r.append("x" + k);
            }
        }
        last.get();
        System.out.println("R " + r);
    }
}
