// expect: violation deadlock
import java.util.concurrent.locks.ReentrantLock;
public class LockOrderReentrant {
    public static void main(String[] args) {
        final ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
        new Thread() { public void run() { a.lock(); b.lock(); b.unlock(); a.unlock(); } }.start();
        b.lock();
        a.lock();
        a.unlock();
        b.unlock();
    }
}
