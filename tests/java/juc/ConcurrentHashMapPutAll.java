// expect: violation uncaught_exception java.lang.AssertionError "half"
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** putAll is not one action. */
public class ConcurrentHashMapPutAll {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, String> m = new ConcurrentHashMap<>();
        new Thread(() -> m.putAll(Map.of(1, "one", 2, "two"))).start();
        boolean a = m.containsKey(1), b = m.containsKey(2), c = m.containsKey(1);
        if (a != b && a == c) throw new AssertionError("half");
    }
}
