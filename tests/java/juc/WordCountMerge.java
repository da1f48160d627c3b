// expect: no_errors
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** merge and compute are atomic for a key. */
public class WordCountMerge {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
        Runnable r = () -> {
            for (String w : "a b a".split(" ")) counts.merge(w, 1, Integer::sum);
            counts.compute("c", (k, v) -> v == null ? 1 : v + 1);
        };
        Thread t = new Thread(r);
        t.start();
        r.run();
        t.join();
        assert counts.get("a") == 4 && counts.get("b") == 2 && counts.get("c") == 2 : counts;
    }
}
