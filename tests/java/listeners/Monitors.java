// Everything a listener may be told of: threads, monitors, wait, notify, interrupt, exceptions, choices.
import gov.nasa.jpf.vm.Verify;

public class Monitors {
    static final Object lock = new Object();
    static boolean ready;
    static Object shared;

    static void waiter() {
        synchronized (lock) {
            while (!ready) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            lock.notify();
        }
    }

    static int thrower(int n) {
        if (n > 0) throw new IllegalArgumentException("no");
        return n;
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(Monitors::waiter);
        t.start();
        shared = new int[3];
        synchronized (lock) {
            ready = true;
            lock.notifyAll();
        }
        if (Verify.getBoolean()) t.interrupt();
        try {
            thrower(1);
        } catch (IllegalArgumentException e) {
            shared = null;
        }
        t.join();
    }
}
