// expect: violation uncaught_exception java.lang.AssertionError
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** getOrDefault and put on a concurrent map are two steps. */
public class WordCountGetPut {
    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> counts = new ConcurrentHashMap<>();
        Runnable r = () -> counts.put("w", counts.getOrDefault("w", 0) + 1);
        Thread a = new Thread(r), b = new Thread(r);
        a.start();
        b.start();
        a.join();
        b.join();
        assert counts.get("w") == 2 : counts;
    }
}
