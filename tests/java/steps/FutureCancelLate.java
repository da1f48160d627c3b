// outcomes: 0 false false false|0 false true true|0 true false false|1 false false false|1 false true true|1 true false false
import java.util.concurrent.FutureTask;

/** A task that has run its code can be cancelled until its result is set. */
public class FutureCancelLate {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        FutureTask<String> f = new FutureTask<>(() -> { v = 1; return "x"; });
        Thread t = new Thread(f);
        t.start();
        int k = v;
        boolean d = f.isDone();
        boolean c = f.cancel(false);
        System.out.println("R " + k + " " + d + " " + c + " " + f.isCancelled());
    }
}
