// expect: violation uncaught_exception java.lang.IllegalStateException "timed out"
/** A timed wait may expire before the notifier comes. */
public class TimedWait {
    static boolean ready;
    public static void main(String[] args) throws InterruptedException {
        final Object l = new Object();
        new Thread() { public void run() { synchronized (l) { ready = true; l.notify(); } } }.start();
        synchronized (l) {
            if (!ready) l.wait(1000);
            if (!ready) throw new IllegalStateException("timed out");
        }
    }
}
