// expect: violation uncaught_exception java.util.NoSuchElementException
import java.util.concurrent.ConcurrentSkipListMap;

/** isEmpty, then firstKey. */
public class ConcurrentSkipListMapFirst {
    public static void main(String[] args) {
        ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
        m.put(1, "a");
        new Thread(m::pollFirstEntry).start();
        if (!m.isEmpty()) m.firstKey();
    }
}
