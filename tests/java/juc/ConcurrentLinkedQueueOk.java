// expect: no_errors
import java.util.concurrent.ConcurrentLinkedQueue;

public class ConcurrentLinkedQueueOk {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        Thread t = new Thread(() -> {
            q.add(1);
            q.add(2);
        });
        t.start();
        Integer a = q.poll();
        t.join();
        Integer b = q.poll();
        assert a == null ? b == 1 : a == 1 && b == 2;
    }
}
