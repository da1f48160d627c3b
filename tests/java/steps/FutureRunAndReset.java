// outcomes: true false 0|true false 1|true true 1
import java.util.concurrent.FutureTask;

/** runAndReset against cancel. */
public class FutureRunAndReset {
    static final StringBuffer r = new StringBuffer();
    static volatile int v;

    public static void main(String[] args) throws Exception {
        FutureTask<String> f = new FutureTask<>(() -> {
            v++;
            return "x";
        } ) {
            public boolean runAndReset() { return super.runAndReset(); }
            public void run() { r.append(runAndReset()); }
        };
        Thread t = new Thread(f);
        t.start();
        boolean c = f.cancel(true);
        t.join();
        System.out.println("R " + c + " " + r + " " + v);
    }
}
