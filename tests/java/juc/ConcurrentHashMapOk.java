// expect: no_errors
import java.util.concurrent.ConcurrentHashMap;

/** merge and computeIfAbsent are one action each. */
public class ConcurrentHashMapOk {
    static final ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();

    static void work() {
        m.merge("n", 1, Integer::sum);
        m.computeIfAbsent("once", k -> 7);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ConcurrentHashMapOk::work);
        t.start();
        work();
        t.join();
        assert m.get("n") == 2 && m.get("once") == 7 && m.size() == 2;
    }
}
