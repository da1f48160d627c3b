// expect: no_errors
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** Sums are exact once the adders have ended. */
public class LongAdderOk {
    public static void main(String[] args) throws InterruptedException {
        LongAdder n = new LongAdder();
        DoubleAdder d = new DoubleAdder();
        Thread t = new Thread(() -> {
            n.increment();
            d.add(0.5);
        });
        t.start();
        n.add(2);
        d.add(0.5);
        t.join();
        assert n.sum() == 3 && d.sum() == 1.0;
    }
}
