// expect: violation deadlock
import java.util.concurrent.locks.LockSupport;

/** unpark before the flag is set: the waiter may sleep for ever. */
public class LockSupportForgotten {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            LockSupport.unpark(main);
            ready = true;
        }).start();
        while (!ready) LockSupport.park();
    }
}
