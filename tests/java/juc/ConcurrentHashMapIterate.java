// expect: no_errors
import java.util.concurrent.ConcurrentHashMap;

/** Weakly consistent iteration: no exception, and what was there before is seen. */
public class ConcurrentHashMapIterate {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
        m.put(1, 1);
        Thread t = new Thread(() -> m.put(2, 2));
        t.start();
        int sum = 0;
        for (int v : m.values()) sum += v;
        t.join();
        assert sum == 1 || sum == 3;
    }
}
