// expect: violation deadlock "Semaphore"
import java.util.concurrent.Semaphore;

/** The failure path keeps its permit. */
public class SemaphoreLeak {
    static final Semaphore s = new Semaphore(1);
    static volatile int tokens = 1;

    static void work() {
        s.acquireUninterruptibly();
        if (tokens == 0) return;
        tokens--;
        s.release();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) new Thread(SemaphoreLeak::work).start();
    }
}
