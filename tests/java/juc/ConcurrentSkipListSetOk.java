// expect: no_errors
import java.util.concurrent.ConcurrentSkipListSet;

/** Only one of two adds of the same element answers true. */
public class ConcurrentSkipListSetOk {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListSet<String> s = new ConcurrentSkipListSet<>();
        boolean[] added = new boolean[2];
        Thread t = new Thread(() -> added[0] = s.add("x"));
        t.start();
        added[1] = s.add("x");
        t.join();
        assert added[0] != added[1] && s.first().equals("x");
    }
}
