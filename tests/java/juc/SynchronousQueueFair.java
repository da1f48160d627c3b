// expect: no_errors
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Fair mode, and a timed offer that may give up. */
public class SynchronousQueueFair {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<String> q = new SynchronousQueue<>(true);
        boolean[] taken = new boolean[1];
        Thread t = new Thread(() -> {
            try {
                taken[0] = q.offer("x", 1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        String got = q.poll();
        t.join();
        assert taken[0] == (got != null);
    }
}
