// outcomes: false0|false1|true0|true1
import java.util.concurrent.ConcurrentHashMap;

/** An element of a ConcurrentHashMap can be seen before it is counted. */
public class MapCount {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String,String> m = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> m.put("a", "b"));
        t.start();
        boolean has = m.containsKey("a");
        int n = m.size();
        System.out.println("R " + has + n);
    }
}
