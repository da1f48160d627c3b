// expect: violation uncaught_exception java.lang.AssertionError "count 1"
import java.util.concurrent.ConcurrentHashMap;

/** get, then put: a compound action. */
public class ConcurrentHashMapGetPut {
    static final ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();

    static void count(String word) {
        Integer old = m.get(word);
        m.put(word, old == null ? 1 : old + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> count("a"));
        t.start();
        count("a");
        t.join();
        if (m.get("a") != 2) throw new AssertionError("count " + m.get("a"));
    }
}
