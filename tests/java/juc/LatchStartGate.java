// expect: no_errors
import java.util.concurrent.CountDownLatch;

/** A start gate and an end gate around two runners. */
public class LatchStartGate {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1), end = new CountDownLatch(2);
        boolean[] ready = new boolean[1];
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    start.await();
                    assert ready[0];
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                } finally {
                    end.countDown();
                }
            }).start();
        }
        ready[0] = true;
        start.countDown();
        end.await();
    }
}
