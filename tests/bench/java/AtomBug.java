import java.util.concurrent.atomic.*;

/** lost update through get-then-set on an AtomicInteger; real bug. */
public class AtomBug {
    public static void main(String[] a) throws Exception {
        final AtomicInteger x = new AtomicInteger();
        Runnable r =
                new Runnable() {
                    public void run() {
                        int t = x.get();
                        x.set(t + 1);
                    }
                };
        Thread p = new Thread(r), q = new Thread(r);
        p.start();
        q.start();
        p.join();
        q.join();
        assert x.get() == 2 : "lost update " + x.get();
    }
}
