// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.atomic.AtomicBoolean;

/** "Run once" with get and set instead of compareAndSet. */
public class AtomicBooleanTwice {
    static final AtomicBoolean started = new AtomicBoolean();
    static volatile int runs;

    static void once() {
        if (!started.get()) {
            started.set(true);
            runs++;
            assert runs == 1;
        }
    }

    public static void main(String[] args) {
        new Thread(AtomicBooleanTwice::once).start();
        once();
    }
}
