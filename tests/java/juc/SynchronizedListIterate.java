// expect: violation uncaught_exception java.util.ConcurrentModificationException
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Iterating over a synchronized list needs its lock. */
public class SynchronizedListIterate {
    public static void main(String[] args) {
        List<String> l = Collections.synchronizedList(new ArrayList<>());
        l.add("a");
        new Thread(() -> l.add("b")).start();
        for (String s : l) s.length();
    }
}
