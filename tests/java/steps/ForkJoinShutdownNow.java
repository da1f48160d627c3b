// outcomes: -- false 0 --|-- false 0 d-|-- false 1 --|-- false 1 d-|-- true 0 --|-- true 0 -c|-- true 0 dc|-- true 1 d-|-c true 0 dc|d- false 1 d-|d- true 1 d-|dc false 0 dc|dc true 0 dc
// outcomes 21: -- false 0 --|-- false 0 d-|-- false 1 --|-- false 1 d-|-- true 1 d-|d- false 1 d-|d- true 1 d-|dc false 0 dc|dc true 0 dc
// outcomes 25: -- false 0 --|-- false 0 -c|-- false 0 d-|-- false 0 dc|-- false 1 --|-- false 1 d-|-- true 0 --|-- true 0 -c|-- true 0 dc|-- true 1 d-|-c false 0 dc|-c true 0 dc|d- false 1 d-|d- true 1 d-|dc false 0 dc|dc true 0 dc
// fine: nightly
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;

/** A pool that ends: its task is run, cancelled by main or by the worker, which may be said to have ended before.
 * On JDK 21 the last worker cancels nothing. */
public class ForkJoinShutdownNow {
    static volatile int ran;

    static String state(ForkJoinTask<?> t) {
        return (t.isDone() ? "d" : "-") + (t.isCancelled() ? "c" : "-");
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool p = new ForkJoinPool(1);
        ForkJoinTask<?> t = p.submit(() -> ran = 1);
        p.shutdownNow();
        String soon = state(t);
        boolean ended = p.awaitTermination(1, TimeUnit.HOURS);
        System.out.println("R " + soon + " " + ended + " " + ran + " " + state(t));
    }
}
