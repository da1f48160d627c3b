import gov.nasa.jpf.vm.Verify;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Programs whose Mazurkiewicz traces are known: the first argument names one, the others its sizes. */
public class Traces {
    static int x, y, z, idx = -1;
    static int[] a;
    static final AtomicInteger atomic = new AtomicInteger();

    interface Body { void run() throws InterruptedException; }

    static Thread thread(Body b) {
        return new Thread(() -> {
            try {
                b.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    static void go(Thread... all) throws InterruptedException {
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
    }

    static void readers(int n) throws InterruptedException {
        Thread[] t = new Thread[n + 1];
        t[0] = thread(() -> x = 42);
        for (int i = 1; i <= n; i++) t[i] = thread(() -> { int r = x; });
        go(t);
    }

    static void lastZero(int n) throws InterruptedException {
        a = new int[n + 1];
        Thread[] t = new Thread[n + 1];
        t[0] = thread(() -> { int i = n; while (a[i] != 0) i--; });
        for (int i = 1; i <= n; i++) {
            int j = i;
            t[i] = thread(() -> { int v = a[j - 1]; a[j] = v + 1; });
        }
        go(t);
    }

    static void counter(int n, int k) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) t[i] = thread(() -> { for (int j = 0; j < k; j++) { int v = x; x = v + 1; } });
        go(t);
    }

    static void lockInc(int n, int k) throws InterruptedException {
        Object m = new Object();
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) t[i] = thread(() -> { for (int j = 0; j < k; j++) synchronized (m) { x++; } });
        go(t);
    }

    static void ainc(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) t[i] = thread(() -> atomic.getAndAdd(1));
        go(t);
    }

    static void binc(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) t[i] = thread(() -> { int v = x; x = v + 1; v = y; y = v + 1; });
        go(t);
    }

    static void cinc(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) t[i] = thread(() -> { int v = x; x = v + 1; v = y; y = v + 1; v = z; z = v + 1; });
        go(t);
    }

    static void casRot(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 1; i <= n; i++) {
            int k = i;
            t[i - 1] = thread(() -> atomic.compareAndSet(k - 1, k));
        }
        go(t);
    }

    static void casW(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int k = i;
            t[i] = thread(() -> { atomic.compareAndSet(0, 1); atomic.set(k + 3); });
        }
        go(t);
    }

    static void floatingRead(int n) throws InterruptedException {
        Thread[] t = new Thread[n + 1];
        for (int i = 1; i <= n; i++) {
            int k = i;
            t[i - 1] = thread(() -> x = k);
        }
        t[n] = thread(() -> { int r = x; });
        go(t);
    }

    static void lastWrite(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 1; i <= n; i++) {
            int k = i;
            t[i - 1] = thread(() -> x = k);
        }
        go(t);
        int r = x;
    }

    static void sigma(int n) throws InterruptedException {
        a = new int[n];
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) t[i] = thread(() -> { int v = idx; a[v] = 1; });
        for (int i = 0; i < n; i++) {
            int v = idx;
            idx = v + 1;
            t[i].start();
        }
        for (Thread u : t) u.join();
    }

    static void phil(int n, int rounds, boolean ordered) throws InterruptedException {
        Object[] f = new Object[n];
        for (int i = 0; i < n; i++) f[i] = new Object();
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int p = i, q = (i + 1) % n;
            Object first = f[ordered ? Math.min(p, q) : p], second = f[ordered ? Math.max(p, q) : q];
            t[i] = thread(() -> { for (int r = 0; r < rounds; r++) synchronized (first) { synchronized (second) { } } });
        }
        go(t);
    }

    static int i1, j1;
    static void fib(int k, boolean look) throws InterruptedException {
        i1 = j1 = 1;
        Thread t = thread(() -> { for (int n = 0; n < k; n++) { int p = i1, q = j1; i1 = p + q; } });
        Thread u = thread(() -> { for (int n = 0; n < k; n++) { int p = i1, q = j1; j1 = p + q; } });
        t.start();
        u.start();
        if (look) { int p = i1, q = j1; }
        t.join();
        u.join();
    }

    static void indexer(int n, boolean locked) throws InterruptedException {
        AtomicIntegerArray table = new AtomicIntegerArray(128);
        int[] plain = new int[128];
        Object[] lock = new Object[128];
        for (int i = 0; i < 128; i++) lock[i] = new Object();
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int id = i;
            t[i] = thread(() -> {
                for (int m = 1; m <= 4; m++) {
                    int w = m * 11 + id, h = w * 7 % 128;
                    if (locked) {
                        for (;;) {
                            synchronized (lock[h]) {
                                if (plain[h] == 0) { plain[h] = w; break; }
                            }
                            h = (h + 1) % 128;
                        }
                    } else {
                        while (!table.compareAndSet(h, 0, w)) h = (h + 1) % 128;
                    }
                }
            });
        }
        go(t);
    }

    static void fileSystem(int n) throws InterruptedException {
        int[] inode = new int[32];
        int[] busy = new int[26];
        Object[] li = new Object[32], lb = new Object[26];
        for (int i = 0; i < 32; i++) li[i] = new Object();
        for (int i = 0; i < 26; i++) lb[i] = new Object();
        Thread[] t = new Thread[n];
        for (int k = 0; k < n; k++) {
            int i = k % 32;
            t[k] = thread(() -> {
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
        go(t);
    }

    /** One thread looks whether another has ended, while n others have elements of their own. */
    static void alive(int n) throws InterruptedException {
        a = new int[n];
        Thread[] t = new Thread[n + 2];
        t[0] = thread(() -> y = 1);
        t[1] = thread(() -> { boolean b = t[0].isAlive(); });
        for (int i = 0; i < n; i++) {
            int j = i;
            t[i + 2] = thread(() -> { a[j] = 1; a[j] = 2; });
        }
        go(t);
    }

    /** Each of n threads prints a line, before and after it comes to an element of its own. */
    static void prints(int n) throws InterruptedException {
        a = new int[n];
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int j = i;
            t[i] = thread(() -> { a[j] = 1; System.out.println(j); a[j] = 2; });
        }
        go(t);
    }

    /** Two threads draw one of n values after they have read or written x. */
    static void values(int n) throws InterruptedException {
        Verify.getCounter(0);
        go(thread(() -> { x = 1; Verify.getInt(0, n - 1); }), thread(() -> { int r = x; Verify.getInt(0, n - 1); }));
    }

    /** A thread that reads x only if it draws an odd number, beside one that writes x and then y, which a third one reads. */
    static void drawn(int n) throws InterruptedException {
        Verify.getCounter(0);
        go(thread(() -> { if (Verify.getInt(0, n - 1) % 2 == 1) { int r = x; } }),
           thread(() -> { x = 1; y = 1; }),
           thread(() -> { int r = y; }));
    }

    static int flag1, flag2, turn;
    static void block() { java.util.concurrent.locks.LockSupport.park(); }

    static void dekker() throws InterruptedException {
        int[] c = new int[1];
        go(thread(() -> { y = 1; if (x == 0) { c[0] = 1; int r = c[0]; } }),
           thread(() -> { x = 1; if (y == 0) { c[0] = 0; int r = c[0]; } }));
    }

    static void peterson() throws InterruptedException {
        go(thread(() -> { flag1 = 1; turn = 1; if (flag2 == 1 && turn == 1) block(); x = 0; int r = x; flag1 = 0; }),
           thread(() -> { flag2 = 1; turn = 0; if (flag1 == 1 && turn == 0) block(); x = 1; int r = x; flag2 = 0; }));
    }

    static void exponential(int n) throws InterruptedException {
        Object m = new Object();
        go(thread(() -> { for (int i = 0; i < 2; i++) synchronized (m) { x = 1; for (int k = 0; k < n; k++) y = 1; } }),
           thread(() -> { for (int i = 0; i < 2; i++) { synchronized (m) { x = 0; } if (x > 0) { int t = y; y = t + 1; x = 2; } } }),
           thread(() -> { for (int i = 0; i < 2; i++) if (x > 1) { if (y == 3) return; y = 2; } }));
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 1 ? Integer.parseInt(args[1]) : 0, k = args.length > 2 ? Integer.parseInt(args[2]) : 0;
        switch (args[0]) {
            case "readers": readers(n); break;
            case "lastzero": lastZero(n); break;
            case "counter": counter(n, k); break;
            case "lockinc": lockInc(n, k); break;
            case "ainc": ainc(n); break;
            case "binc": binc(n); break;
            case "cinc": cinc(n); break;
            case "casrot": casRot(n); break;
            case "casw": casW(n); break;
            case "floating": floatingRead(n); break;
            case "lastwrite": lastWrite(n); break;
            case "sigma": sigma(n); break;
            case "phil": phil(n, k, true); break;
            case "cyclic": phil(n, k, false); break;
            case "fib": fib(n, false); break;
            case "fiblook": fib(n, true); break;
            case "indexer": indexer(n, true); break;
            case "indexercas": indexer(n, false); break;
            case "filesystem": fileSystem(n); break;
            case "dekker": dekker(); break;
            case "values": values(n); break;
            case "alive": alive(n); break;
            case "prints": prints(n); break;
            case "drawn": drawn(n); break;
            case "peterson": peterson(); break;
            case "exponential": exponential(n); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
