// expect: no_errors
import java.util.concurrent.ConcurrentSkipListMap;

public class ConcurrentSkipListMapOk {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
        Thread t = new Thread(() -> m.put(1, "a"));
        t.start();
        m.put(2, "b");
        t.join();
        assert m.firstKey() == 1 && m.pollLastEntry().getKey() == 2 && m.size() == 1;
    }
}
