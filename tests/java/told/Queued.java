import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/**
 * Threads that each do what a word says: arguments are the lock, and the words, main's first. s1: start thread 1, j1: join it;
 * a2: acquire 2 permits, b2: the same with a limit, t2: try; e2: release 2; R, r, W, w: take and give back a read or write
 * lock. Who ends tells what its tries answered.
 */
public class Queued {
    static Semaphore s;
    static StampedLock st;
    static ReadWriteLock rw;
    static Thread[] t;
    static final int[] told = new int[8];

    static void does(int i, String[] ops) throws InterruptedException {
        long stamp = 0;
        for (String o : ops) {
            int k = o.length() > 1 ? o.charAt(1) - '0' : 0;
            switch (o.charAt(0)) {
                case 's' -> t[k].start();
                case 'j' -> t[k].join();
                case 'a' -> { if (k == 1) s.acquireUninterruptibly(); else s.acquireUninterruptibly(k); }
                case 'b' -> told[i] = told[i] * 2 + (s.tryAcquire(k, 1, TimeUnit.SECONDS) ? 1 : 0);
                case 't' -> told[i] = told[i] * 2 + (s.tryAcquire(k) ? 1 : 0);
                case 'e' -> s.release(k);
                case 'R' -> { if (rw != null) rw.readLock().lock(); else stamp = st.readLock(); }
                case 'r' -> { if (rw != null) rw.readLock().unlock(); else st.unlockRead(stamp); }
                case 'W' -> { if (rw != null) rw.writeLock().lock(); else stamp = st.writeLock(); }
                case 'w' -> { if (rw != null) rw.writeLock().unlock(); else st.unlockWrite(stamp); }
                default -> throw new IllegalArgumentException(o);
            }
        }
    }

    public static void main(String[] a) throws Exception {
        switch (a[0]) {
            case "sem" -> s = new Semaphore(0);
            case "fairsem" -> s = new Semaphore(0, true);
            case "stamped" -> st = new StampedLock();
            case "rw" -> rw = new ReentrantReadWriteLock();
            default -> rw = new ReentrantReadWriteLock(true);
        }
        t = new Thread[a.length - 1];
        for (int i = 1; i < t.length; i++) {
            int k = i;
            String[] ops = a[i + 1].split(",");
            t[i] = new Thread(() -> {
                try {
                    does(k, ops);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }, "T" + i);
        }
        does(0, a[1].split(","));
        for (int i = 1; i < t.length; i++) t[i].join();
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < t.length; i++) b.append(told[i]).append(' ');
        throw new IllegalStateException(b.toString());
    }
}
