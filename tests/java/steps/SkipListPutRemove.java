// outcomes: a=1 false 0|a=1 false 1|a=1 true 0|a=1 true 1|null false 0|null false 1|null true 0|null true 1
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** put and remove of a ConcurrentSkipListMap, seen through firstEntry and size. */
public class SkipListPutRemove {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<String,Integer> m = new ConcurrentSkipListMap<>();
        Thread t = new Thread(() -> { m.put("a", 1); m.remove("a"); });
        t.start();
        Map.Entry<String,Integer> e = m.firstEntry();
        boolean i = m.isEmpty();
        int n = m.size();
        System.out.println("R " + e + " " + i + " " + n);
    }
}
