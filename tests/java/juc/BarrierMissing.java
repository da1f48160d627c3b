// expect: violation deadlock "CyclicBarrier"
import java.util.concurrent.CyclicBarrier;

/** Three parties are expected, two come. */
public class BarrierMissing {
    public static void main(String[] args) {
        CyclicBarrier barrier = new CyclicBarrier(3);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    barrier.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
    }
}
