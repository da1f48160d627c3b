// expect: no_errors
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** updateAndGet and accumulateAndGet retry until their function was applied to the current value. */
public class AtomicUpdateFunction {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger n = new AtomicInteger(1);
        AtomicLong m = new AtomicLong(5);
        Thread t = new Thread(() -> {
            n.updateAndGet(x -> x * 3);
            m.accumulateAndGet(2, Math::max);
        });
        t.start();
        n.updateAndGet(x -> x * 2);
        m.getAndAccumulate(9, Math::max);
        t.join();
        assert n.get() == 6 && m.get() == 9;
    }
}
