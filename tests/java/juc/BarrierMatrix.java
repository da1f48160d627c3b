// expect: no_errors
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Rows in parallel, then the barrier's action sums them up. */
public class BarrierMatrix {
    public static void main(String[] args) throws Exception {
        int[][] m = {{1, 2}, {3, 4}};
        int[] row = new int[2], total = new int[1];
        CyclicBarrier b = new CyclicBarrier(2, () -> total[0] = row[0] + row[1]);
        new Thread(() -> {
            row[1] = m[1][0] + m[1][1];
            try {
                b.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new AssertionError(e);
            }
        }).start();
        row[0] = m[0][0] + m[0][1];
        b.await();
        assert total[0] == 10;
    }
}
