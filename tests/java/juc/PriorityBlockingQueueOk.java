// expect: no_errors
import java.util.concurrent.PriorityBlockingQueue;

/** What is there comes in order. */
public class PriorityBlockingQueueOk {
    public static void main(String[] args) throws InterruptedException {
        PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>();
        Thread t = new Thread(() -> q.add(1));
        t.start();
        q.add(3);
        q.add(2);
        int first = q.take();
        t.join();
        int a = q.take(), b = q.take();
        assert first + a + b == 6 && a < b && first != 3;
    }
}
