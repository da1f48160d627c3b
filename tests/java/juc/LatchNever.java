// expect: violation deadlock "CountDownLatch"
import java.util.concurrent.CountDownLatch;

/** A worker that fails does not count down. */
public class LatchNever {
    static volatile boolean broken;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            if (broken) return;
            latch.countDown();
        }).start();
        broken = true;
        latch.await();
    }
}
