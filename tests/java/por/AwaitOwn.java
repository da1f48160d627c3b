import java.util.ArrayList;
import java.util.List;

/** Threads that are alike, with a list each that they alone come to, and one lock: args are how main joins them, and
 * their number. */
public class AwaitOwn {
    static final Object lock = new Object();
    static Thread[] all;
    static int n;

    static void join(Thread[] ts) throws InterruptedException {
        for (Thread t : ts) t.join();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] ts = new Thread[Integer.parseInt(args[1])];
        List<Thread> listed = new ArrayList<>();
        for (int i = 0; i < ts.length; i++) {
            List<Integer> own = new ArrayList<>();
            ts[i] = new Thread(() -> {
                own.add(1);
                own.add(2);
                synchronized (lock) {
                    n++;
                }
            });
            listed.add(ts[i]);
        }
        if (args[0].equals("static")) all = ts;
        for (Thread t : ts) t.start();
        switch (args[0]) {
            case "list": for (Thread t : listed) t.join(); break;
            case "static": for (Thread t : all) t.join(); break;
            case "method": join(ts); break;
            case "backwards": for (int i = ts.length - 1; i >= 0; i--) ts[i].join(); break;
            default: for (Thread t : ts) t.join();
        }
        System.out.println("R " + n);
    }
}
