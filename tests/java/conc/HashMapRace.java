// expect: violation uncaught_exception java.lang.AssertionError
/** HashMap is not thread-safe: two puts of new keys may lose one. */
import java.util.HashMap;
public class HashMapRace {
    public static void main(String[] args) throws InterruptedException {
        final HashMap<Integer, Integer> m = new HashMap<Integer, Integer>();
        Thread t = new Thread() { public void run() { m.put(1, 1); } };
        t.start();
        m.put(17, 2);
        t.join();
        assert m.size() == 2;
    }
}
