// expect: violation uncaught_exception java.lang.NullPointerException
import java.util.concurrent.ConcurrentLinkedDeque;

/** size, then poll. */
public class ConcurrentLinkedDequeSize {
    static final ConcurrentLinkedDeque<String> d = new ConcurrentLinkedDeque<>();

    static void pair() {
        if (d.size() >= 2) {
            String a = d.pollFirst(), b = d.pollLast();
            a.concat(b);
        }
    }

    public static void main(String[] args) {
        d.add("x");
        d.add("y");
        new Thread(ConcurrentLinkedDequeSize::pair).start();
        pair();
    }
}
