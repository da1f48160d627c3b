// expect: violation deadlock
import java.util.LinkedList;
import java.util.List;

/** One wait set for producers and consumers, and notify wakes the wrong one. */
public class BoundedBufferNotifyOne {
    private final List<String> items = new LinkedList<>();

    synchronized void put(String s) throws InterruptedException {
        while (items.size() == 1) wait();
        items.add(s);
        notify();
    }

    synchronized String take() throws InterruptedException {
        while (items.isEmpty()) wait();
        String s = items.remove(0);
        notify();
        return s;
    }

    interface Job {
        void run() throws InterruptedException;
    }

    static Thread start(Job j) {
        Thread t = new Thread(() -> {
            try {
                j.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        t.start();
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        BoundedBufferNotifyOne b = new BoundedBufferNotifyOne();
        start(b::take);
        start(b::take);
        start(() -> b.put("a"));
        start(() -> b.put("b"));
    }
}
