// expect: no_errors
import java.util.concurrent.LinkedBlockingQueue;

/** Two consumers share the work; a poison pill each ends them. */
public class LinkedBlockingQueueOk {
    static final LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<>();
    static int sum;

    static void consume() {
        try {
            int v = q.take();
            synchronized (q) {
                sum += v;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(LinkedBlockingQueueOk::consume);
        a.start();
        q.put(1);
        q.put(2);
        consume();
        a.join();
        assert sum == 3;
    }
}
