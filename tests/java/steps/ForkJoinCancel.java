// outcomes: false 1 true true|true 0 true false|true 1 true false
// outcomes 25: false 1 true false|false 1 true true|true 0 true false|true 1 true false
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** cancel of a task that runs or is done. JDK 25: it may say no and still mark the task. */
public class ForkJoinCancel {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        ForkJoinPool p = new ForkJoinPool(1);
        ForkJoinTask<?> f = p.submit(() -> { v = 1; });
        boolean c = f.cancel(true);
        int x = v;
        boolean d = f.isDone(), n = f.isCompletedNormally();
        System.out.println("R " + c + " " + x + " " + d + " " + n);
    }
}
