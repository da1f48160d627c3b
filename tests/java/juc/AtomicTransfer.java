// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.atomic.AtomicInteger;

/** Two atomics are not one: money on its way is missing. */
public class AtomicTransfer {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger a = new AtomicInteger(100), b = new AtomicInteger();
        Thread t = new Thread(() -> {
            a.addAndGet(-30);
            b.addAndGet(30);
        });
        t.start();
        int total = a.get() + b.get();
        t.join();
        assert total == 100 : total;
    }
}
