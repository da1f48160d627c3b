// outcomes: 0 1 1|0 null 1|0 null null|1 1 1|1 null 1
import java.util.concurrent.ConcurrentHashMap;

/** computeIfAbsent against get and putIfAbsent. */
public class MapCompute {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String,Integer> m = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> m.computeIfAbsent("a", k -> { v = 1; return 1; }));
        t.start();
        int k = v;
        Integer x = m.get("a");
        Integer y = m.putIfAbsent("a", 2);
        System.out.println("R " + k + " " + x + " " + y);
    }
}
