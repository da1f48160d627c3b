import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** args[1] threads that do the same, beside args[2] objects that nobody changes. */
public class Alikes {
    static final AtomicInteger counter = new AtomicInteger();
    static final ReentrantLock lock = new ReentrantLock();
    static final Object monitor = new Object();
    static int x;
    static Object[] kept;

    public static void main(String[] args) {
        Runnable r =
                switch (args[0]) {
                    case "inc" -> () -> {
                        counter.incrementAndGet();
                        counter.incrementAndGet();
                    };
                    case "lock" -> () -> {
                        lock.lock();
                        x++;
                        lock.unlock();
                    };
                    case "sync" -> () -> {
                        synchronized (monitor) {
                            x++;
                        }
                    };
                    default -> throw new IllegalArgumentException(args[0]);
                };
        kept = new Object[args.length > 2 ? Integer.parseInt(args[2]) : 0];
        for (int i = 0; i < kept.length; i++) kept[i] = new Object();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) new Thread(r).start();
    }
}
