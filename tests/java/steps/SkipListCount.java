// outcomes: false0|false1|true0|true1
import java.util.concurrent.ConcurrentSkipListMap;

/** An element of a ConcurrentSkipListMap can be seen before it is counted. */
public class SkipListCount {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<String,String> m = new ConcurrentSkipListMap<>();
        Thread t = new Thread(() -> m.put("a", "b"));
        t.start();
        boolean has = m.containsKey("a");
        int n = m.size();
        System.out.println("R " + has + n);
    }
}
