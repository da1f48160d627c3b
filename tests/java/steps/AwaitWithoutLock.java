// outcomes: IllegalMonitorStateException|InterruptedException
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** await without the lock looks whether it is interrupted first, and says that it has no lock then. */
public class AwaitWithoutLock {
    static final Condition c = new ReentrantLock().newCondition();
    static Thread t;
    static String r;

    public static void main(String[] args) throws Exception {
        t = new Thread(() -> {
            try {
                c.await();
            } catch (Exception e) {
                r = e.getClass().getSimpleName();
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println("R " + r);
    }
}
