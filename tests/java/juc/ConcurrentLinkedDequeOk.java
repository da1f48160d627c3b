// expect: no_errors
import java.util.concurrent.ConcurrentLinkedDeque;

public class ConcurrentLinkedDequeOk {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>();
        Thread t = new Thread(() -> d.addFirst(1));
        t.start();
        d.addLast(2);
        t.join();
        assert d.pollFirst() == 1 && d.pollLast() == 2 && d.isEmpty();
    }
}
