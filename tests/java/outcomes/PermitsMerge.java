// outcomes: both
// errors: deadlock
import java.util.concurrent.locks.LockSupport;

/** An unpark that comes while a permit is there adds none: the second park waits for ever then. */
public class PermitsMerge {
    static volatile boolean first;

    public static void main(String[] a) {
        Thread t = new Thread(() -> {
            LockSupport.unpark(Thread.currentThread());
            first = true;
            LockSupport.park();
            LockSupport.park();
            System.out.println("R both");
        });
        t.start();
        new Thread(() -> {
            while (!first) Thread.onSpinWait();
            LockSupport.unpark(t);
        }).start();
    }
}
