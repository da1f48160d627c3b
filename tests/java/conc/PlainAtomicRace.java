// expect: violation uncaught_exception java.lang.AssertionError "lost update"
import java.util.concurrent.atomic.AtomicIntegerArray;

public class PlainAtomicRace {
    static final AtomicIntegerArray cells = new AtomicIntegerArray(1);
    public static void main(String[] args) throws Exception {
        Runnable r = () -> { cells.setPlain(0, cells.getPlain(0) + 1); };
        Thread p = new Thread(r), q = new Thread(r);
        p.start();
        q.start();
        p.join();
        q.join();
        if (cells.get(0) != 2) throw new AssertionError("lost update");
    }
}
