// expect: violation uncaught_exception java.lang.NullPointerException
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** poll gives null while the delay is not over. */
public class DelayQueuePoll {
    static class Item implements Delayed {
        final long at = System.currentTimeMillis() + 5;

        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
        }

        public int compareTo(Delayed o) {
            return Long.compare(at, ((Item) o).at);
        }
    }

    public static void main(String[] args) {
        DelayQueue<Item> q = new DelayQueue<>();
        q.add(new Item());
        new Thread(() -> q.poll().getDelay(TimeUnit.MILLISECONDS)).start();
    }
}
