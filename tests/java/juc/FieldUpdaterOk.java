// expect: no_errors
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class FieldUpdaterOk {
    volatile int n;
    volatile long l;
    volatile String s;
    static final AtomicIntegerFieldUpdater<FieldUpdaterOk> N =
        AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterOk.class, "n");
    static final AtomicLongFieldUpdater<FieldUpdaterOk> L = AtomicLongFieldUpdater.newUpdater(FieldUpdaterOk.class, "l");
    static final AtomicReferenceFieldUpdater<FieldUpdaterOk, String> S =
        AtomicReferenceFieldUpdater.newUpdater(FieldUpdaterOk.class, String.class, "s");

    void work(String name) {
        N.incrementAndGet(this);
        L.addAndGet(this, 10);
        S.compareAndSet(this, null, name);
    }

    public static void main(String[] args) throws InterruptedException {
        FieldUpdaterOk o = new FieldUpdaterOk();
        Thread t = new Thread(() -> o.work("t"));
        t.start();
        o.work("m");
        t.join();
        assert o.n == 2 && o.l == 20 && o.s != null;
    }
}
