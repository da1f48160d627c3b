// expect: no_errors
// fine: slow
import java.util.concurrent.CountDownLatch;

/** A start gate and an end gate around three runners. */
public class LatchStartGate {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1), end = new CountDownLatch(3);
        boolean[] ready = new boolean[1];
        for (int i = 0; i < 3; i++) {
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
