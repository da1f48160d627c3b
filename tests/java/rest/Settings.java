import java.util.Properties;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * main may have to wait at a condition, which initializes ForkJoinPool, and then says how many workers the common pool is to
 * have. That tells whether it has waited. Argument: how it says so.
 */
public class Settings {
    static final String KEY = "java.util.concurrent.ForkJoinPool.common.parallelism";

    static void set(String how) {
        switch (how) {
            case "set" -> System.setProperty(KEY, "3");
            case "clear" -> System.clearProperty(KEY);
            case "table" -> System.getProperties().setProperty(KEY, "3");
            case "tables" -> {
                Properties p = new Properties();
                p.setProperty(KEY, "3");
                System.setProperties(p);
            }
            default -> System.setProperty("own", "3");
        }
    }

    public static void main(String[] a) throws Exception {
        ReentrantLock l = new ReentrantLock();
        Condition c = l.newCondition();
        boolean[] go = {false};
        Thread t = new Thread(() -> {
            l.lock();
            go[0] = true;
            c.signal();
            l.unlock();
        });
        t.start();
        boolean waited = false;
        l.lock();
        while (!go[0]) {
            waited = true;
            c.await();
        }
        l.unlock();
        t.join();
        set(a[0]);
        System.out.println("R " + waited + " " + ForkJoinPool.commonPool().getParallelism());
    }
}
