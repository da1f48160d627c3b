// expect: no_errors
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A task that schedules its next run itself, under another pause. */
public class RetryForever {
    static final ScheduledExecutorService POOL = Executors.newScheduledThreadPool(1);
    static boolean odd;

    static void attempt() {
        odd = !odd;
        POOL.schedule(RetryForever::attempt, odd ? 100 : 200, TimeUnit.MILLISECONDS);
    }

    public static void main(String[] args) {
        POOL.execute(RetryForever::attempt);
    }
}
