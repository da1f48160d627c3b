// expect: violation deadlock
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** An exception in a periodic task cancels it without a word: who waits for its second run waits for ever. */
public class PeriodicThrows {
    static int[] readings = {1};

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        CountDownLatch twice = new CountDownLatch(2);
        s.scheduleWithFixedDelay(() -> {
            int at = (int) twice.getCount() - 1;
            if (readings[at] > 0) twice.countDown();
        }, 1, 1, TimeUnit.MILLISECONDS);
        twice.await();
        s.shutdown();
    }
}
