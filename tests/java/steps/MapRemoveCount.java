// outcomes: 0 false 0 0|1 false 0 0|1 false 1 0|1 false 1 1|1 true 0 0|1 true 1 0|1 true 1 1
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An element of a ConcurrentHashMap is gone before the count says so. */
public class MapRemoveCount {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String,Integer> m = new ConcurrentHashMap<>(Map.of("a", 1));
        Thread t = new Thread(() -> m.remove("a"));
        t.start();
        int n = m.size();
        boolean x = m.containsKey("a");
        int k = m.size();
        long c = m.mappingCount();
        System.out.println("R " + n + " " + x + " " + k + " " + c);
    }
}
