// expect: no_errors
import java.util.concurrent.LinkedBlockingDeque;

/** Owner at one end, thief at the other: every item goes to one of them. */
public class LinkedBlockingDequeOk {
    public static void main(String[] args) throws InterruptedException {
        LinkedBlockingDeque<Integer> d = new LinkedBlockingDeque<>();
        d.addLast(1);
        d.addLast(2);
        int[] stolen = new int[1];
        Thread thief = new Thread(() -> {
            Integer v = d.pollFirst();
            stolen[0] = v == null ? 0 : v;
        });
        thief.start();
        int own = 0;
        for (Integer v; (v = d.pollLast()) != null; ) own += v;
        thief.join();
        assert own + stolen[0] == 3;
    }
}
