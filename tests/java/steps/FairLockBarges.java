// outcomes: false 0 false|false 1 false|true 0 false|true 0 true|true 1 false
import java.util.concurrent.locks.ReentrantLock;

/** tryLock does not keep the order of a fair lock. */
public class FairLockBarges {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        ReentrantLock l = new ReentrantLock(true);
        l.lock();
        Thread t = new Thread(() -> { l.lock(); v = 1; l.unlock(); });
        t.start();
        l.unlock();
        boolean k = l.tryLock();
        int x = v;
        boolean q = k && l.hasQueuedThreads();
        if (k) l.unlock();
        System.out.println("R " + k + " " + x + " " + q);
    }
}
