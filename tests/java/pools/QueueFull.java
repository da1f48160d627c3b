// outcomes: 0|01|012|01x2|0x2|0x21|x2|x20|x201
// One worker, one place in the queue: the third task is refused or not.
import java.util.concurrent.*;

public class QueueFull {
    static StringBuffer r = new StringBuffer();

    public static void main(String[] a) throws Exception {
        ThreadPoolExecutor p =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
        for (int i = 0; i < 3; i++) {
            int k = i;
            try {
                p.execute(() -> r.append(k));
            } catch (RejectedExecutionException e) {
                r.append("x" + k);
            }
        }
        p.shutdown();
        p.awaitTermination(1, TimeUnit.DAYS);
        System.out.println("R " + r);
    }
}
