// expect: no_errors
// jdk: 21
import java.util.concurrent.locks.ReentrantLock;

public class VirtualThreadLock {
    static final ReentrantLock lock = new ReentrantLock();
    static int n;

    static void add() {
        lock.lock();
        try {
            n++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = Thread.startVirtualThread(VirtualThreadLock::add), b = Thread.startVirtualThread(VirtualThreadLock::add);
        a.join();
        b.join();
        assert n == 2;
    }
}
