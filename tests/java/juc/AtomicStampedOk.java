// expect: no_errors
import java.util.concurrent.atomic.AtomicStampedReference;

/** The stamp tells apart two visits of the same reference. */
public class AtomicStampedOk {
    public static void main(String[] args) throws InterruptedException {
        String a = "a", b = "b";
        AtomicStampedReference<String> r = new AtomicStampedReference<>(a, 0);
        boolean[] won = new boolean[1];
        Thread t = new Thread(() -> {
            int[] s = new int[1];
            String v = r.get(s);
            won[0] = r.compareAndSet(v, "c", s[0], s[0] + 1) && s[0] == 0;
        });
        t.start();
        boolean first = r.compareAndSet(a, b, 0, 1);
        boolean second = first && r.compareAndSet(b, a, 1, 2);
        t.join();
        assert first != won[0];
    }
}
