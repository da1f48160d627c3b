// outcomes: 0 0 0|0 0 1|0 2 1|1 0 0|1 0 1|1 1 0|1 2 1|2 2 1
import java.util.concurrent.Semaphore;

/** availablePermits and drainPermits while more are released than were taken. */
public class SemaphorePermits {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        Semaphore s = new Semaphore(1);
        Thread t = new Thread(() -> { s.acquireUninterruptibly(); v = 1; s.release(2); });
        t.start();
        int n = s.availablePermits(), d = s.drainPermits();
        System.out.println("R " + n + " " + d + " " + v);
        s.release();
    }
}
