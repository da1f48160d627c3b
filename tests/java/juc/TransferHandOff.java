// expect: no_errors
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TransferQueue;

/** transfer returns after somebody has taken the item. */
public class TransferHandOff {
    static volatile boolean taken;

    public static void main(String[] args) throws InterruptedException {
        TransferQueue<String> q = new LinkedTransferQueue<>();
        Thread t = new Thread(() -> {
            try {
                String s = q.take();
                assert s.equals("job");
                taken = true;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        q.transfer("job");
        assert q.isEmpty();
        t.join();
        assert taken;
    }
}
