// outcomes: false 0 x 0|false 0 x 1|false 1 x 1|true 0 x 0|true 0 x 1|true 1 x 1
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;

/** done() comes after the result can be seen. */
public class FutureDoneHook {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        FutureTask<String> f = new FutureTask<>(() -> "x") {
            protected void done() { v = isCancelled() ? 2 : 1; }
        };
        Thread t = new Thread(f);
        t.start();
        boolean d = f.isDone();
        int k = v;
        String s;
        try { s = f.get(); } catch (CancellationException e) { s = "c"; }
        int l = v;
        System.out.println("R " + d + " " + k + " " + s + " " + l);
    }
}
