// expect: no_errors
// Loops over timed queue calls close: how long a deadline has passed is nothing that the queues ask.
import java.util.concurrent.*;

public class EndlessPolling {
    static void poll(BlockingQueue<Integer> queue) {
        try {
            for (;;) queue.poll(10, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> poll(new LinkedBlockingQueue<>(1))).start();
        poll(new ArrayBlockingQueue<>(1));
    }
}
