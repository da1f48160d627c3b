// expect: no_errors
import java.util.concurrent.Semaphore;

/** A semaphore with one permit as a mutex. */
public class SemaphoreOk {
    static final Semaphore s = new Semaphore(1);
    static int inside, count;

    static void work() {
        s.acquireUninterruptibly();
        inside++;
        assert inside == 1;
        count++;
        inside--;
        s.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(SemaphoreOk::work), b = new Thread(SemaphoreOk::work);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 && s.availablePermits() == 1;
    }
}
