// expect: no_errors
import java.util.concurrent.CyclicBarrier;

/** Two rounds; the barrier's action runs once a round. */
public class BarrierOk {
    static int rounds;
    static final CyclicBarrier barrier = new CyclicBarrier(2, () -> rounds++);

    static void work() {
        try {
            barrier.await();
            assert rounds >= 1;
            barrier.await();
            assert rounds == 2;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(BarrierOk::work);
        t.start();
        work();
        t.join();
    }
}
