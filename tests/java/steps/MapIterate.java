// outcomes: <> false|<> true|<a> false|<a> true|<ab> false|<b> false
import java.util.concurrent.ConcurrentHashMap;

/** An iteration that begins between the making of the table and the first element. */
public class MapIterate {
    static final StringBuffer r = new StringBuffer();

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String,Integer> m = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> { m.put("a", 1); m.put("b", 2); });
        t.start();
        for (String k : m.keySet()) r.append(k);
        System.out.println("R <" + r + "> " + m.isEmpty());
    }
}
