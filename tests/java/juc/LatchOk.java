// expect: no_errors
import java.util.concurrent.CountDownLatch;

/** Everything before countDown is seen after await. */
public class LatchOk {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        int[] done = new int[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            new Thread(() -> {
                done[me] = 1;
                latch.countDown();
            }).start();
        }
        latch.await();
        assert done[0] + done[1] == 2;
    }
}
