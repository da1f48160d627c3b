// expect: no_errors
import java.util.concurrent.atomic.AtomicInteger;

/** incrementAndGet gives each thread a number of its own. */
public class AtomicIntegerOk {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger n = new AtomicInteger();
        int[] got = new int[2];
        Thread t = new Thread(() -> got[0] = n.incrementAndGet());
        t.start();
        got[1] = n.incrementAndGet();
        t.join();
        assert got[0] != got[1] && n.get() == 2;
    }
}
