// expect: no_errors
// fine: slow
import java.util.concurrent.LinkedBlockingQueue;

/** Two consumers share the work; a poison pill each ends them. */
public class LinkedBlockingQueueOk {
    static final LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<>();
    static int sum;

    static void consume() {
        try {
            for (int v; (v = q.take()) != 0; ) {
                synchronized (q) {
                    sum += v;
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(LinkedBlockingQueueOk::consume), b = new Thread(LinkedBlockingQueueOk::consume);
        a.start();
        b.start();
        q.put(1);
        q.put(2);
        q.put(0);
        q.put(0);
        a.join();
        b.join();
        assert sum == 3;
    }
}
