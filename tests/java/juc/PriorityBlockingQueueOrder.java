// expect: violation uncaught_exception java.lang.AssertionError "3 before 1"
import java.util.concurrent.PriorityBlockingQueue;

/** The smallest of all is expected first, but it may not be there yet. */
public class PriorityBlockingQueueOrder {
    public static void main(String[] args) throws InterruptedException {
        PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>();
        new Thread(() -> q.add(1)).start();
        q.add(3);
        if (q.take() == 3) throw new AssertionError("3 before 1");
    }
}
