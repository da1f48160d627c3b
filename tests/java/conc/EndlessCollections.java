// expect: no_errors
// Threads that fill and drain collections for ever: the counters of changes must not keep the space open.
import java.util.*;

public class EndlessCollections {
    static final Queue<Integer> queue = new LinkedList<>();
    static final List<Integer> seen = new ArrayList<>(List.of(0, 0));
    static final Map<String, Integer> last = new HashMap<>(), sorted = new TreeMap<>();

    static synchronized void put(int x) throws InterruptedException {
        while (queue.size() == 2) EndlessCollections.class.wait();
        queue.add(x);
        EndlessCollections.class.notifyAll();
    }

    static synchronized int take() throws InterruptedException {
        while (queue.isEmpty()) EndlessCollections.class.wait();
        int x = queue.remove();
        seen.remove(0);
        seen.add(x);
        sorted.put("k" + x, x);
        for (Iterator<Integer> i = seen.iterator(); i.hasNext();) {
            EndlessCollections.class.notifyAll();
            last.remove("k");
            last.put("k", i.next());
        }
        sorted.remove("k" + x);
        return x;
    }

    interface Step {
        void run() throws InterruptedException;
    }

    static void forever(Step step) {
        new Thread(() -> {
            try {
                for (;;) step.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
    }

    public static void main(String[] args) {
        forever(() -> put(1));
        forever(() -> put(2));
        forever(EndlessCollections::take);
    }
}
