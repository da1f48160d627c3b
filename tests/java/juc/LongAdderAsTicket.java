// expect: violation uncaught_exception java.lang.AssertionError "same ticket"
import java.util.concurrent.atomic.LongAdder;

/** increment and sum are two actions: no source of unique numbers. */
public class LongAdderAsTicket {
    static final LongAdder n = new LongAdder();

    static long ticket() {
        n.increment();
        return n.sum();
    }

    public static void main(String[] args) throws InterruptedException {
        long[] got = new long[2];
        Thread t = new Thread(() -> got[0] = ticket());
        t.start();
        got[1] = ticket();
        t.join();
        if (got[0] == got[1]) throw new AssertionError("same ticket");
    }
}
