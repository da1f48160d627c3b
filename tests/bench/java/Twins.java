import gov.nasa.jpf.vm.Verify;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The programs that have twins in Promela (spin): the first argument names one, the others are its
 * sizes. All threads are started in one step, and nobody waits for them.
 */
public class Twins {
    static int x;
    static int[] a, inode, busy;
    static AtomicIntegerArray level, last, table;
    static volatile int inside;
    static final AtomicInteger ATOMIC = new AtomicInteger();

    interface Body {
        void run() throws InterruptedException;
    }

    static Thread thread(Body b) {
        return new Thread(
                () -> {
                    try {
                        b.run();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    static Thread[] counter(int n, int k) {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            t[i] =
                    thread(
                            () -> {
                                for (int j = 0; j < k; j++) {
                                    int v = x;
                                    x = v + 1;
                                }
                            });
        }
        return t;
    }

    static Thread[] readers(int n) {
        Thread[] t = new Thread[n + 1];
        t[0] = thread(() -> x = 42);
        for (int i = 1; i <= n; i++) {
            t[i] =
                    thread(
                            () -> {
                                int r = x;
                            });
        }
        return t;
    }

    static Thread[] lastZero(int n) {
        a = new int[n + 1];
        Thread[] t = new Thread[n + 1];
        t[0] =
                thread(
                        () -> {
                            int i = n;
                            while (a[i] != 0) i--;
                        });
        for (int i = 1; i <= n; i++) {
            int j = i;
            t[i] =
                    thread(
                            () -> {
                                int v = a[j - 1];
                                a[j] = v + 1;
                            });
        }
        return t;
    }

    static Thread[] indexer(int n, int step) {
        table = new AtomicIntegerArray(128);
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int id = i * step;
            t[i] =
                    thread(
                            () -> {
                                for (int m = 1; m <= 4; m++) {
                                    int w = m * 11 + id, h = w * 7 % 128;
                                    while (!table.compareAndSet(h, 0, w)) h = (h + 1) % 128;
                                }
                            });
        }
        return t;
    }

    static Thread[] casRot(int n) {
        Thread[] t = new Thread[n];
        for (int i = 1; i <= n; i++) {
            int k = i;
            t[i - 1] = thread(() -> ATOMIC.compareAndSet(k - 1, k));
        }
        return t;
    }

    static Object[] locks(int n) {
        Object[] out = new Object[n];
        for (int i = 0; i < n; i++) out[i] = new Object();
        return out;
    }

    static Thread[] fileSystem(int n, int step) {
        inode = new int[32];
        busy = new int[26];
        Object[] li = locks(32), lb = locks(26);
        Thread[] t = new Thread[n];
        for (int k = 0; k < n; k++) {
            int i = k * step % 32;
            t[k] =
                    thread(
                            () -> {
                                synchronized (li[i]) {
                                    if (inode[i] == 0) {
                                        int b = i * 2 % 26;
                                        for (int j = 0; j < 10; j++) {
                                            synchronized (lb[b]) {
                                                if (busy[b] == 0) {
                                                    busy[b] = 1;
                                                    inode[i] = b + 1;
                                                    break;
                                                }
                                            }
                                            b = (b + 1) % 26;
                                        }
                                    }
                                }
                            });
        }
        return t;
    }

    static Thread[] phil(int n, int rounds) {
        Object[] f = locks(n);
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            Object lo = f[Math.min(i, (i + 1) % n)], hi = f[Math.max(i, (i + 1) % n)];
            t[i] =
                    thread(
                            () -> {
                                for (int r = 0; r < rounds; r++) {
                                    synchronized (lo) {
                                        synchronized (hi) {
                                        }
                                    }
                                }
                            });
        }
        return t;
    }

    /** Peterson's lock for n threads: a thread passes n - 1 levels, at each of which one stays. */
    static Thread[] peterson(int n, int rounds) {
        level = new AtomicIntegerArray(n);
        last = new AtomicIntegerArray(n);
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int id = i;
            t[i] =
                    thread(
                            () -> {
                                for (int r = 0; r < rounds; r++) {
                                    for (int k = 1; k < n; k++) {
                                        level.set(id, k);
                                        last.set(k, id);
                                        int j = 0;
                                        while (j < n) {
                                            if (j == id || level.get(j) < k) j++;
                                            else if (last.get(k) != id) break;
                                            else j = 0;
                                        }
                                    }
                                    inside = id;
                                    if (inside != id) throw new AssertionError("two are inside");
                                    level.set(id, 0);
                                }
                            });
        }
        return t;
    }

    /** p threads put items into a buffer of a capacity, c take them out. */
    static Thread[] buffer(int p, int c, int capacity, int items) {
        Object m = new Object();
        Thread[] t = new Thread[p + c];
        for (int i = 0; i < p + c; i++) {
            int full = i < p ? capacity : 0, count = i < p ? items : items * p / c, change = i < p ? 1 : -1;
            t[i] =
                    thread(
                            () -> {
                                for (int k = 0; k < count; k++) {
                                    synchronized (m) {
                                        while (x == full) m.wait();
                                        x += change;
                                        m.notifyAll();
                                    }
                                }
                            });
        }
        return t;
    }

    /** d numbers below 8, all of them remembered. */
    static void choice(int d) {
        for (int i = 0; i < d; i++) x = x * 8 + Verify.getInt(0, 7);
    }

    public static void main(String[] args) {
        int[] n = new int[4];
        for (int i = 1; i < args.length; i++) n[i - 1] = Integer.parseInt(args[i]);
        Thread[] threads;
        switch (args[0]) {
            case "counter":
                threads = counter(n[0], n[1]);
                break;
            case "readers":
                threads = readers(n[0]);
                break;
            case "lastzero":
                threads = lastZero(n[0]);
                break;
            case "indexer":
                threads = indexer(n[0], 1);
                break;
            case "indexerpair":
                threads = indexer(2, 11);
                break;
            case "casrot":
                threads = casRot(n[0]);
                break;
            case "filesystem":
                threads = fileSystem(n[0], 1);
                break;
            case "filesystempair":
                threads = fileSystem(2, 13);
                break;
            case "phil":
                threads = phil(n[0], n[1]);
                break;
            case "peterson":
                threads = peterson(n[0], n[1]);
                break;
            case "buffer":
                threads = buffer(n[0], n[1], n[2], n[3]);
                break;
            case "choice":
                choice(n[0]);
                return;
            default:
                throw new IllegalArgumentException(args[0]);
        }
        Verify.beginAtomic();
        for (Thread t : threads) t.start();
        Verify.endAtomic();
    }
}
