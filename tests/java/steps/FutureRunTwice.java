// outcomes: false 0|false 1|true 1
import java.util.concurrent.FutureTask;

/** Two threads run one task: one of them does. */
public class FutureRunTwice {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        FutureTask<String> f = new FutureTask<>(() -> { v++; return "x"; });
        Thread t = new Thread(f);
        t.start();
        f.run();
        boolean d = f.isDone();
        int k = v;
        System.out.println("R " + d + " " + k);
    }
}
