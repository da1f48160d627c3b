// expect: no_errors
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** take waits until the delay is over, on the virtual clock. */
public class DelayQueueOk {
    static class Item implements Delayed {
        final long at;

        Item(long ms) {
            at = System.nanoTime() + ms * 1_000_000;
        }

        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed o) {
            return Long.compare(at, ((Item) o).at);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Item> q = new DelayQueue<>();
        Item late = new Item(20), soon = new Item(10);
        q.add(late);
        Thread t = new Thread(() -> q.add(soon));
        t.start();
        t.join();
        assert q.take() == soon;
        assert q.take() == late;
    }
}
