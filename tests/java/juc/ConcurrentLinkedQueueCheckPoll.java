// expect: violation uncaught_exception java.lang.NullPointerException
import java.util.concurrent.ConcurrentLinkedQueue;

public class ConcurrentLinkedQueueCheckPoll {
    static final ConcurrentLinkedQueue<String> q = new ConcurrentLinkedQueue<>();

    static void work() {
        while (!q.isEmpty()) q.poll().length();
    }

    public static void main(String[] args) {
        q.add("x");
        new Thread(ConcurrentLinkedQueueCheckPoll::work).start();
        work();
    }
}
