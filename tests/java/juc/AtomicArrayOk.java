// expect: no_errors
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Elements are atomic one by one. */
public class AtomicArrayOk {
    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerArray a = new AtomicIntegerArray(2);
        AtomicReferenceArray<String> r = new AtomicReferenceArray<>(1);
        Thread t = new Thread(() -> {
            a.getAndAdd(0, 2);
            r.compareAndSet(0, null, "t");
        });
        t.start();
        a.incrementAndGet(0);
        r.compareAndSet(0, null, "m");
        t.join();
        assert a.get(0) == 3 && r.get(0) != null;
    }
}
