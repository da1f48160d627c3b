// expect: violation deadlock
import java.util.concurrent.LinkedBlockingQueue;

/** isEmpty, then take: another consumer may have been faster. */
public class LinkedBlockingQueueCheckTake {
    static final LinkedBlockingQueue<String> q = new LinkedBlockingQueue<>();

    static void consume() {
        try {
            if (!q.isEmpty()) q.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        q.add("one");
        new Thread(LinkedBlockingQueueCheckTake::consume).start();
        new Thread(LinkedBlockingQueueCheckTake::consume).start();
    }
}
