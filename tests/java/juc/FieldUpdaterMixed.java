// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** One thread uses the updater, the other n++. */
public class FieldUpdaterMixed {
    volatile int n;
    static final AtomicIntegerFieldUpdater<FieldUpdaterMixed> N =
        AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterMixed.class, "n");

    public static void main(String[] args) throws InterruptedException {
        FieldUpdaterMixed o = new FieldUpdaterMixed();
        Thread t = new Thread(() -> N.incrementAndGet(o));
        t.start();
        o.n++;
        t.join();
        assert o.n == 2;
    }
}
