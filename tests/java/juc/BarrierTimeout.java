// expect: no_errors
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One party gives up: the other finds the barrier broken, or both pass. */
public class BarrierTimeout {
    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2);
        int[] passed = new int[1];
        Thread t = new Thread(() -> {
            try {
                barrier.await(1, TimeUnit.SECONDS);
                passed[0]++;
            } catch (TimeoutException | BrokenBarrierException e) {
                passed[0] += 10;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        try {
            barrier.await();
        } catch (BrokenBarrierException e) {
            t.join();
            assert passed[0] == 10;
            return;
        }
        t.join();
        assert passed[0] == 1;
    }
}
