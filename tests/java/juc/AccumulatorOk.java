// expect: no_errors
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.LongAccumulator;

public class AccumulatorOk {
    public static void main(String[] args) throws InterruptedException {
        LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
        DoubleAccumulator min = new DoubleAccumulator(Double::min, Double.MAX_VALUE);
        Thread t = new Thread(() -> {
            max.accumulate(7);
            min.accumulate(7);
        });
        t.start();
        max.accumulate(3);
        min.accumulate(3);
        t.join();
        assert max.get() == 7 && min.get() == 3;
    }
}
