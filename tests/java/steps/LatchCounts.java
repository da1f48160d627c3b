// outcomes: 0 true 0|1 false 0|1 false 1|1 true 0|2 false 0|2 false 1|2 false 2|2 true 0
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** getCount and a timed await while the latch counts down. */
public class LatchCounts {
    public static void main(String[] args) throws Exception {
        CountDownLatch l = new CountDownLatch(2);
        Thread t = new Thread(() -> { l.countDown(); l.countDown(); });
        t.start();
        long x = l.getCount();
        boolean b = l.await(1, TimeUnit.SECONDS);
        System.out.println("R " + x + " " + b + " " + l.getCount());
    }
}
