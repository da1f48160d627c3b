// expect: no_errors
import java.util.concurrent.atomic.AtomicMarkableReference;

/** Only one thread marks. */
public class AtomicMarkableOk {
    public static void main(String[] args) throws InterruptedException {
        AtomicMarkableReference<String> r = new AtomicMarkableReference<>("x", false);
        boolean[] won = new boolean[2];
        Thread t = new Thread(() -> won[0] = r.compareAndSet("x", "x", false, true));
        t.start();
        won[1] = r.compareAndSet("x", "x", false, true);
        t.join();
        assert won[0] != won[1] && r.isMarked();
    }
}
