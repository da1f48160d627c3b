// expect: violation uncaught_exception java.lang.NullPointerException
import java.util.concurrent.ConcurrentHashMap;

/** containsKey, then get. */
public class ConcurrentHashMapContainsGet {
    public static void main(String[] args) {
        ConcurrentHashMap<String, String> m = new ConcurrentHashMap<>();
        m.put("k", "v");
        new Thread(() -> m.remove("k")).start();
        if (m.containsKey("k")) m.get("k").length();
    }
}
