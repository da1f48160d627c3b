// expect: violation deadlock "SynchronousQueue"
import java.util.concurrent.SynchronousQueue;

/** offer drops the item when the taker is not there yet. */
public class SynchronousQueueOffer {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<String> q = new SynchronousQueue<>();
        new Thread(() -> q.offer("x")).start();
        q.take();
    }
}
