// errors:
// outcomes: IE|got
import java.util.concurrent.locks.*;

public class LockInterruptibly {
    static final ReentrantLock l = new ReentrantLock();
    static volatile String s;

    public static void main(String[] a) throws Exception {
        l.lock();
        Thread t =
                new Thread(
                        () -> {
                            try {
                                l.lockInterruptibly();
                                s = "got";
                                l.unlock();
                            } catch (InterruptedException e) {
                                s = "IE";
                            }
                        });
        t.start();
        t.interrupt();
        l.unlock();
        t.join();
        System.out.println("R " + s);
    }
}
