// expect: no_errors
import java.util.concurrent.atomic.AtomicInteger;

/** Each thread has a value of its own. */
public class ThreadLocalOk {
    static final AtomicInteger next = new AtomicInteger();
    static final ThreadLocal<Integer> id = ThreadLocal.withInitial(next::incrementAndGet);

    public static void main(String[] args) throws InterruptedException {
        int[] got = new int[1];
        Thread t = new Thread(() -> {
            got[0] = id.get();
            id.remove();
        });
        t.start();
        int mine = id.get();
        t.join();
        assert mine != got[0] && id.get() == mine;
    }
}
