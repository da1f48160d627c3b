// outcomes: false falsefalse|true false|true falsefalse|true falsetrue|true true|true truetrue
import java.util.concurrent.FutureTask;

/** cancel(true) decides first and interrupts later: the task may have ended in between. */
public class FutureCancelInterrupts {
    static final StringBuffer r = new StringBuffer();

    public static void main(String[] args) throws Exception {
        FutureTask<String> f = new FutureTask<>(() -> {
            r.append(Thread.currentThread().isInterrupted());
            return "x";
        });
        Thread t = new Thread(() -> { f.run(); r.append(Thread.interrupted()); });
        t.start();
        boolean c = f.cancel(true);
        t.join();
        System.out.println("R " + c + " " + r);
    }
}
