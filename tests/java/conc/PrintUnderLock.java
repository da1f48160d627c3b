// expect: violation deadlock "waits to lock java.io.PrintStream@1, held by"
// expect where println takes no monitor: no_errors
import java.util.concurrent.CountDownLatch;

/** Who has System.out's lock waits for one who prints first: println needs that lock too. */
public class PrintUnderLock {
    public static void main(String[] args) throws Exception {
        CountDownLatch printed = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            synchronized (System.out) {
                try {
                    printed.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        t.start();
        System.out.println("x");
        printed.countDown();
        t.join();
    }
}
