// expect: no_errors
import java.util.concurrent.LinkedTransferQueue;

/** transfer returns only when the item was taken. */
public class LinkedTransferQueueOk {
    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<String> q = new LinkedTransferQueue<>();
        boolean[] taken = new boolean[1];
        Thread t = new Thread(() -> {
            try {
                String v = q.take();
                assert v.equals("x");
                taken[0] = true;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        q.transfer("x");
        assert q.isEmpty();
        t.join();
        assert taken[0];
    }
}
