// expect: no_errors
import java.util.concurrent.locks.LockSupport;

/** A permit given before the park is not lost. */
public class LockSupportOk {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        while (!ready) LockSupport.park();
    }
}
