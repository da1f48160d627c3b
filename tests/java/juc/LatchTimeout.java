// expect: no_errors
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A timed await may end either way; both are seen. */
// output: true|false
public class LatchTimeout {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        System.out.println(latch.await(10, TimeUnit.MILLISECONDS));
    }
}
