// expect: violation uncaught_exception java.lang.AssertionError
import gov.nasa.jpf.vm.Verify;
/** notify() may wake either waiter: both must be explored. */
public class NotifyChoice {
    static final Object l = new Object();
    static int waiting, first = -1;
    static class W extends Thread {
        final int id;
        W(int id) { this.id = id; }
        public void run() {
            synchronized (l) {
                waiting++;
                try { l.wait(); } catch (InterruptedException e) { }
                if (first < 0) first = id;
                l.notify();
            }
        }
    }
    public static void main(String[] args) throws InterruptedException {
        W a = new W(0), b = new W(1);
        a.start();
        b.start();
        synchronized (l) {
            Verify.ignoreIf(waiting < 2);
            l.notify();
        }
        a.join();
        b.join();
        assert first == 0;
    }
}
