import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** args[1] threads that do the same, beside args[2] objects that nobody changes. */
public class Alikes {
    static final AtomicInteger counter = new AtomicInteger();
    static final ReentrantLock lock = new ReentrantLock();
    static final Object monitor = new Object();
    static int x;
    static Object[] kept;

    static Runnable task(String what, ReentrantLock own) {
        return switch (what) {
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
            case "semaphore" -> {
                Semaphore semaphore = new Semaphore(2);
                yield () -> {
                    semaphore.acquireUninterruptibly();
                    semaphore.release();
                };
            }
            case "read", "write" -> {
                ReentrantReadWriteLock both = new ReentrantReadWriteLock();
                Lock one = what.equals("read") ? both.readLock() : both.writeLock();
                yield () -> {
                    one.lock();
                    one.unlock();
                };
            }
            case "put" -> {
                LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
                yield () -> queue.add(1);
            }
            case "local", "each" -> () -> {
                own.lock();
                x++;
                own.unlock();
            };
            default -> throw new IllegalArgumentException(what);
        };
    }

    public static void main(String[] args) {
        ReentrantLock own = new ReentrantLock();
        Runnable one = task(args[0], own);
        boolean each = args[0].equals("each"); // a lambda object for each thread
        kept = new Object[args.length > 2 ? Integer.parseInt(args[2]) : 0];
        for (int i = 0; i < kept.length; i++) kept[i] = new Object();
        for (int i = 0; i < Integer.parseInt(args[1]); i++)
            new Thread(each ? task(args[0], own) : one).start();
    }
}
