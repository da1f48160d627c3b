// wait() gives the monitor up and takes it again; then the assertion fails.
public class Waits {
    static final Object monitor = new Object();
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (monitor) {
                while (!ready) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
            throw new AssertionError("woken");
        });
        t.start();
        while (t.getState() != Thread.State.WAITING) { }
        synchronized (monitor) {
            ready = true;
            monitor.notify();
        }
        t.join();
    }
}
