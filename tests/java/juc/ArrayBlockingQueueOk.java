// expect: no_errors
// fine: nightly
import java.util.concurrent.ArrayBlockingQueue;

/** Producer and consumer over one slot. */
public class ArrayBlockingQueueOk {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
        Thread p = new Thread(() -> {
            try {
                for (int i = 1; i <= 2; i++) q.put(i);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        p.start();
        for (int i = 1; i <= 2; i++) assert q.take() == i;
        p.join();
        assert q.isEmpty();
    }
}
