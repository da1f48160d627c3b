// outcomes: 0 a b|0 a null|0 null a|0 null null|1 a b|1 a null|2 a b
import java.util.concurrent.LinkedTransferQueue;

/** size, poll and peek while two elements come. */
public class TransferQueueSize {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<String> q = new LinkedTransferQueue<>();
        Thread t = new Thread(() -> { q.add("a"); q.add("b"); });
        t.start();
        int n = q.size();
        String s = q.poll(), u = q.peek();
        System.out.println("R " + n + " " + s + " " + u);
    }
}
