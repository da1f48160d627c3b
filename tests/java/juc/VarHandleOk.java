// expect: no_errors
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A spin lock of one field: acquire by compareAndSet, release by setRelease. */
public class VarHandleOk {
    int held, count;
    static final VarHandle HELD, ELEM = MethodHandles.arrayElementVarHandle(long[].class);
    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(VarHandleOk.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
    final long[] sums = new long[1];

    void add() {
        while (!HELD.compareAndSet(this, 0, 1)) Thread.onSpinWait();
        count++;
        HELD.setRelease(this, 0);
        long old = (long) ELEM.getAndAdd(sums, 0, 5L);
        assert old == 0 || old == 5;
    }

    public static void main(String[] args) throws InterruptedException {
        VarHandleOk o = new VarHandleOk();
        Thread t = new Thread(o::add);
        t.start();
        o.add();
        t.join();
        assert o.count == 2 && o.sums[0] == 10;
    }
}
