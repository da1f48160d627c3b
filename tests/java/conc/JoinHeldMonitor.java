// expect: violation deadlock
// Nobody can join a thread, and it cannot even end, while its monitor is held by one who waits for the joiner.
import java.util.concurrent.CountDownLatch;

public class JoinHeldMonitor {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch joined = new CountDownLatch(1);
        Thread t = new Thread(() -> { });
        Thread holder = new Thread(() -> {
            synchronized (t) {
                try {
                    joined.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        t.start();
        holder.start();
        t.join();
        joined.countDown();
    }
}
