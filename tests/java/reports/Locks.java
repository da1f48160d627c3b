// A deadlock of a monitor and a ReentrantLock, with a class's monitor taken and released on the way.
import java.util.concurrent.locks.ReentrantLock;

public class Locks {
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static int n;

    static synchronized void count() {
        n++;
    }

    static void other() {
        lock.lock();
        try {
            count();
            synchronized (monitor) {
                n--;
            }
        } finally { lock.unlock(); }
    }
    public static void main(String[] args) throws Exception {
        new Thread(Locks::other).start();
        synchronized (monitor) {
            count();
            lock.lock();
            n--;
            lock.unlock();
        }
    }
}
