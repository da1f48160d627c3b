// expect: violation deadlock "LinkedTransferQueue"
import java.util.concurrent.LinkedTransferQueue;

/** The only consumer polls once and leaves. */
public class LinkedTransferQueueAlone {
    public static void main(String[] args) throws InterruptedException {
        LinkedTransferQueue<String> q = new LinkedTransferQueue<>();
        new Thread(q::poll).start();
        q.transfer("x");
    }
}
