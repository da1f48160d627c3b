import java.time.Instant;
import java.util.Date;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/**
 * Threads that sleep, wait with a limit for what does not come, and read the clock. Arguments: a word for each, main's first,
 * letters and milliseconds: z4: sleep; n, d, m, u: read by Instant, Date, the millisecond clock, the nanosecond clock;
 * c9: await on a condition, and what it answers; q9: poll; s9: tryAcquire; l9: await of a latch; f9: get of a future; w9:
 * Object.wait; p9: parkNanos; y9: SynchronousQueue; x9: exchange. What was read is told at the end.
 */
public class Clocks {
    static long first;
    static final StringBuffer[] told = new StringBuffer[4];

    static void does(int i, String[] ops) throws Exception {
        StringBuffer b = told[i];
        for (String o : ops) {
            long k = o.length() > 1 ? Integer.parseInt(o.substring(1)) : 0;
            switch (o.charAt(0)) {
                case 'z' -> Thread.sleep(k);
                case 'n' -> b.append(Instant.now().toEpochMilli() - first).append(' ');
                case 'd' -> b.append(new Date().getTime() - first).append(' ');
                case 'm' -> b.append(System.currentTimeMillis() - first).append(' ');
                case 'c' -> {
                    ReentrantLock l = new ReentrantLock();
                    Condition c = l.newCondition();
                    l.lock();
                    b.append(c.awaitNanos(k * 1000000) / 1000000).append(' ');
                    l.unlock();
                }
                case 'q' -> new LinkedBlockingQueue<String>().poll(k, TimeUnit.MILLISECONDS);
                case 's' -> new Semaphore(0).tryAcquire(k, TimeUnit.MILLISECONDS);
                case 'l' -> new CountDownLatch(1).await(k, TimeUnit.MILLISECONDS);
                case 'y' -> new SynchronousQueue<String>().poll(k, TimeUnit.MILLISECONDS);
                case 'f' -> {
                    try {
                        new CompletableFuture<String>().get(k, TimeUnit.MILLISECONDS);
                    } catch (TimeoutException e) {
                    }
                }
                case 'x' -> {
                    try {
                        new Exchanger<String>().exchange("", k, TimeUnit.MILLISECONDS);
                    } catch (TimeoutException e) {
                    }
                }
                case 'w' -> {
                    Object m = new Object();
                    synchronized (m) {
                        m.wait(k);
                    }
                }
                case 'p' -> LockSupport.parkNanos(k * 1000000);
                default -> throw new IllegalArgumentException(o);
            }
        }
    }

    public static void main(String[] a) throws Exception {
        first = System.currentTimeMillis();
        Thread[] t = new Thread[a.length];
        for (int i = 0; i < a.length; i++) {
            int k = i;
            String[] ops = a[i].split(",");
            told[i] = new StringBuffer();
            t[i] = new Thread(() -> {
                try {
                    does(k, ops);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
        for (int i = 1; i < t.length; i++) t[i].start();
        t[0].run();
        for (int i = 1; i < t.length; i++) t[i].join();
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < t.length; i++) b.append(told[i]).append("| ");
        throw new IllegalStateException(b.toString());
    }
}
