// outcomes: Ifalse false|Ltrue false
import java.util.concurrent.locks.ReentrantLock;

/** lockInterruptibly against interrupt and unlock. */
public class LockInterrupted {
    static final StringBuffer r = new StringBuffer();

    public static void main(String[] args) throws Exception {
        ReentrantLock l = new ReentrantLock();
        l.lock();
        Thread t = new Thread(() -> {
            try {
                l.lockInterruptibly();
                r.append("L" + Thread.interrupted());
                l.unlock();
            } catch (InterruptedException e) { r.append("I" + l.isHeldByCurrentThread()); }
        });
        t.start();
        t.interrupt();
        l.unlock();
        t.join();
        System.out.println("R " + r + " " + l.isLocked());
    }
}
