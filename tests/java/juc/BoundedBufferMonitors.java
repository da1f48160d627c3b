// expect: no_errors
import java.util.ArrayDeque;

/** A bounded buffer with wait and notifyAll; two producers, one consumer. */
public class BoundedBufferMonitors {
    static class Buffer<T> {
        private final ArrayDeque<T> items = new ArrayDeque<>();
        private final int capacity;

        Buffer(int capacity) {
            this.capacity = capacity;
        }

        synchronized void put(T t) throws InterruptedException {
            while (items.size() == capacity) wait();
            items.addLast(t);
            notifyAll();
        }

        synchronized T take() throws InterruptedException {
            while (items.isEmpty()) wait();
            T t = items.removeFirst();
            notifyAll();
            return t;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Buffer<Integer> b = new Buffer<>(1);
        Thread[] producers = new Thread[2];
        for (int p = 0; p < 2; p++) {
            int base = p * 10;
            producers[p] = new Thread(() -> {
                try {
                    for (int i = 1; i <= 2; i++) b.put(base + i);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            producers[p].start();
        }
        int sum = 0;
        for (int i = 0; i < 4; i++) sum += b.take();
        for (Thread t : producers) t.join();
        assert sum == 26;
    }
}
