// expect: no_errors
import java.util.concurrent.SynchronousQueue;

/** put meets take; offer succeeds only if a taker waits. */
public class SynchronousQueueOk {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Integer> q = new SynchronousQueue<>();
        Thread t = new Thread(() -> {
            try {
                q.put(1);
                q.put(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        assert q.take() == 1;
        assert q.take() == 2;
        t.join();
    }
}
