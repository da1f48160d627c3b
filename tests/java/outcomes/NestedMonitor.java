// errors: deadlock
// outcomes:
public class NestedMonitor {
    static final Object outer = new Object(), inner = new Object();
    static boolean ready;

    public static void main(String[] a) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            synchronized (outer) {
                                synchronized (inner) {
                                    while (!ready)
                                        try {
                                            inner.wait();
                                        } catch (InterruptedException e) {
                                        }
                                }
                            }
                        });
        t.start();
        synchronized (outer) {
            synchronized (inner) {
                ready = true;
                inner.notify();
            }
        }
        t.join();
    }
}
