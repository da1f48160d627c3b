// expect: no_errors
// Nobody starts a thread while another one has its monitor.
public class StartBehindMonitor {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            int v = x;
            if (v != 2) throw new AssertionError(v);
        });
        Thread starter;
        synchronized (t) {
            starter = new Thread(t::start);
            starter.start();
            x = 1;
            x = 2;
        }
        starter.join();
        t.join();
    }
}
