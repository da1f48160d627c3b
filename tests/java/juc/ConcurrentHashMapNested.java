// expect: violation uncaught_exception java.lang.IllegalStateException "Recursive update"
import java.util.concurrent.ConcurrentHashMap;

/** computeIfAbsent within computeIfAbsent of the same key. */
public class ConcurrentHashMapNested {
    static final ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();

    public static void main(String[] args) {
        new Thread(() -> m.computeIfAbsent("a", k -> m.computeIfAbsent("a", j -> 1) + 1)).start();
    }
}
