// expect: violation uncaught_exception java.lang.AssertionError "lost"
import java.util.concurrent.atomic.AtomicInteger;

/** get, then set: not one action. */
public class AtomicIntegerGetSet {
    static final AtomicInteger n = new AtomicInteger();

    static void add() {
        n.set(n.get() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(AtomicIntegerGetSet::add);
        t.start();
        add();
        t.join();
        if (n.get() != 2) throw new AssertionError("lost");
    }
}
