// expect: no_errors
// fine: slow
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Rows in parallel, then the barrier's action sums them up. */
public class BarrierMatrix {
    public static void main(String[] args) throws Exception {
        int[][] m = {{1, 2}, {3, 4}};
        int[] row = new int[2], total = new int[1];
        CyclicBarrier b = new CyclicBarrier(3, () -> total[0] = row[0] + row[1]);
        for (int i = 0; i < 2; i++) {
            int r = i;
            new Thread(() -> {
                row[r] = m[r][0] + m[r][1];
                try {
                    b.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
        b.await();
        assert total[0] == 10;
    }
}
