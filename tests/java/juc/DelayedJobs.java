// expect: no_errors
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** Jobs leave a DelayQueue in the order of their times, not before. */
public class DelayedJobs {
    record Job(String name, long at) implements Delayed {
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed o) {
            return Long.compare(at, ((Job) o).at);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Job> q = new DelayQueue<>();
        long now = System.nanoTime();
        Thread t = new Thread(() -> {
            q.add(new Job("b", now + 2_000_000));
            q.add(new Job("a", now + 1_000_000));
        });
        t.start();
        t.join();
        assert q.take().name().equals("a");
        assert q.take().name().equals("b");
        assert System.nanoTime() - now >= 2_000_000;
    }
}
