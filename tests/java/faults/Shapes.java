import java.util.ArrayList;
import java.util.List;

/** Faults in the shapes that benchmarks of schedulers use: the first argument names one, the second its size. */
public class Shapes {
    interface Body { void run() throws InterruptedException; }

    static int x, y, z, w, inside;
    static boolean flag, go, done;
    static final Object m = new Object(), p = new Object();

    static Thread thread(Body b) {
        return new Thread(() -> {
            try {
                b.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    static void all(Thread... v) throws InterruptedException {
        for (Thread t : v) t.start();
        for (Thread t : v) t.join();
    }

    static void all(Body... v) throws InterruptedException {
        Thread[] t = new Thread[v.length];
        for (int i = 0; i < t.length; i++) t[i] = thread(v[i]);
        all(t);
    }

    static void check(boolean ok) {
        if (!ok) throw new AssertionError();
    }

    /* --- one ordering among many threads --- */

    static void reorder(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n - 1; i++) t[i] = thread(() -> { x = 1; y = -1; });
        t[n - 1] = thread(() -> { int a = x, b = y; check(a == 0 && b == 0 || a == 1 && b == -1); });
        all(t);
    }

    static void twostage(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n - 1; i++)
            t[i] = thread(() -> {
                synchronized (m) { x = 1; }
                synchronized (p) { y = x + 1; }
            });
        t[n - 1] = thread(() -> {
            int a, b;
            synchronized (m) {
                if (x == 0) return;
                a = x;
            }
            synchronized (p) { b = y; }
            check(b == a + 1);
        });
        all(t);
    }

    static void wronglock(int n) throws InterruptedException {
        Thread[] t = new Thread[n + 1];
        t[0] = thread(() -> { synchronized (m) { int v = x; x = v + 1; check(x == v + 1); } });
        for (int i = 1; i <= n; i++) t[i] = thread(() -> { synchronized (p) { int v = x; x = v + 1; check(x == v + 1); } });
        all(t);
    }

    static void lastzero(int n) throws InterruptedException {
        int[] a = new int[n + 1];
        Thread[] t = new Thread[n + 1];
        t[0] = thread(() -> { int i = n; while (a[i] != 0) i--; check(i != n - 1 || a[n] != 1); });
        for (int i = 1; i <= n; i++) {
            int j = i;
            t[i] = thread(() -> a[j] = a[j - 1] + 1);
        }
        all(t);
    }

    static void chain(int n) throws InterruptedException {
        int[] a = new int[n + 1];
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int j = i;
            t[i] = thread(() -> { if (j == 0 || a[j - 1] == 1) a[j] = 1; check(a[n - 1] == 0); });
        }
        all(t);
    }

    static void fibonacci(int n, int limit) throws InterruptedException {
        x = y = 1;
        all(() -> { for (int i = 0; i < n; i++) x += y; }, () -> { for (int i = 0; i < n; i++) y += x; });
        check(x != limit && y != limit);
    }

    static void counters(int n, int k) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) t[i] = thread(() -> { for (int j = 0; j < k; j++) x++; });
        all(t);
        check(x > 2);
    }

    /* --- programs with a lock too few --- */

    static void account() throws InterruptedException {
        x = 10;
        all(() -> { synchronized (m) { x += 5; } done = true; }, () -> { synchronized (m) { x -= 3; } go = true; },
            () -> { if (done && go) synchronized (m) { check(x == 10); } });
    }

    static void transfer() throws InterruptedException {
        int[] a = {100, 100};
        all(() -> { synchronized (m) { a[0] -= 10; } synchronized (m) { a[1] += 10; } },
            () -> { int s; synchronized (m) { s = a[0]; s += a[1]; } check(s == 200); });
    }

    static void airline(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++)
            t[i] = thread(() -> { if (!flag) { synchronized (m) { x++; } if (x >= n - 2) flag = true; } });
        all(t);
        check(x <= n - 2);
    }

    static void lottery() throws InterruptedException {
        int[] won = new int[2];
        Body b = () -> { int draw; synchronized (m) { x = x * 5 + 3; } draw = x; synchronized (m) { won[w++] = draw; } };
        all(b, b);
        check(won[0] != won[1]);
    }

    static void bubblesort() throws InterruptedException {
        int[] a = {3, 2, 1};
        Body b = () -> {
            for (int k = 0; k < 2; k++)
                for (int i = 0; i < 2; i++)
                    if (a[i] > a[i + 1]) { int v = a[i]; a[i] = a[i + 1]; a[i + 1] = v; }
        };
        all(b, b);
        check(a[0] + a[1] + a[2] == 6);
    }

    static void stack() throws InterruptedException {
        int[] a = new int[6];
        all(() -> { for (int i = 0; i < 5; i++) synchronized (m) { a[x++] = i; flag = true; } },
            () -> { for (int i = 0; i < 5; i++) { if (flag) synchronized (m) { check(x > 0); x--; } } });
    }

    static void queue() throws InterruptedException {
        int[] a = new int[20];
        all(() -> {
                synchronized (m) { a[x++] = 1; }
                for (int i = 0; i < 5; i++) synchronized (m) { if (go) { a[x++] = i; go = false; flag = true; } }
            },
            () -> {
                for (int i = 0; i < 5; i++)
                    synchronized (m) { if (flag) { check(a[y++] == i); flag = false; } go = true; }
            });
    }

    static void circular() throws InterruptedException {
        int[] a = new int[7];
        go = true;
        all(() -> {
                for (int i = 0; i < 7; i++)
                    synchronized (m) { if (go) { a[x] = i; x = (x + 1) % 3; w++; go = false; flag = true; } }
            },
            () -> {
                for (int i = 0; i < 7; i++)
                    synchronized (m) { if (flag) { int v = a[y]; y = (y + 1) % 3; w--; go = true; check(v < 3); } }
            });
    }

    static void stringbuffer() throws InterruptedException {
        StringBuilder s = new StringBuilder("abc");
        all(() -> {
                int n;
                synchronized (s) { n = s.length(); }
                char[] to = new char[n];
                synchronized (s) { s.getChars(0, n, to, 0); }
            },
            () -> { synchronized (s) { s.setLength(0); } });
    }

    static void vector() throws InterruptedException {
        List<Integer> v = new java.util.Vector<>(List.of(1, 2));
        all(() -> { if (!v.isEmpty()) v.remove(v.size() - 1); }, () -> { if (!v.isEmpty()) v.remove(v.size() - 1); },
            () -> { if (!v.isEmpty()) v.remove(0); });
    }

    static void iterator() throws InterruptedException {
        List<Integer> v = new ArrayList<>(List.of(1, 2));
        all(() -> { synchronized (v) { v.add(3); } }, () -> { for (int i : v) x += i; });
    }

    static void lazy() throws InterruptedException {
        all(() -> { synchronized (m) { x++; } }, () -> { synchronized (m) { x += 2; } },
            () -> { synchronized (m) { check(x < 3); } });
    }

    static void singleton() throws InterruptedException {
        int[][] made = new int[1][];
        Body b = () -> { if (made[0] == null) { x++; made[0] = new int[1]; } };
        all(b, b);
        check(x == 1);
    }

    static void unpublished() throws InterruptedException {
        int[][] box = new int[1][];
        all(() -> { flag = true; box[0] = new int[] {7}; }, () -> { if (flag) check(box[0][0] == 7); });
    }

    static void bluetooth() throws InterruptedException {
        x = 1;
        Body release = () -> { int v; synchronized (m) { v = --x; } if (v == 0) go = true; };
        all(() -> {
                int status;
                if (flag) status = -1;
                else { synchronized (m) { x++; } status = 0; }
                if (status == 0) check(!done);
                release.run();
            },
            () -> { flag = true; release.run(); if (go) done = true; });
    }

    static void bluetooths(int n) throws InterruptedException {
        x = 1;
        Body release = () -> { int v; synchronized (m) { v = --x; } if (v == 0) go = true; };
        Thread[] t = new Thread[n];
        for (int i = 0; i < n - 1; i++)
            t[i] = thread(() -> { synchronized (m) { x++; } if (!flag) check(!done); release.run(); });
        t[n - 1] = thread(() -> { flag = true; release.run(); if (go) done = true; flag = false; });
        all(t);
    }

    static void fsbench(int n) throws InterruptedException {
        int[] block = new int[26], inode = new int[32];
        Object[] locki = new Object[32], lockb = new Object[26];
        for (int i = 0; i < 32; i++) locki[i] = new Object();
        for (int i = 0; i < 26; i++) lockb[i] = new Object();
        Thread[] t = new Thread[n];
        for (int k = 0; k < n; k++) {
            int i = k % 32;
            t[k] = thread(() -> {
                synchronized (locki[i]) {
                    if (inode[i] != 0) return;
                    for (int b = (i * 2) % 26;; b = (b + 1) % 26) {
                        int was = block[b];
                        if (was != 0) continue;
                        synchronized (lockb[b]) { check(block[b] == 0); block[b] = 1; inode[i] = b + 1; }
                        return;
                    }
                }
            });
        }
        all(t);
    }

    static void tokenring() throws InterruptedException {
        int[] v = {0, 1, 2, 3};
        Thread[] t = new Thread[5];
        for (int k = 0; k < 4; k++) {
            int i = k, j = (k + 3) % 4;
            t[k] = thread(() -> { synchronized (m) { v[i] = i == 0 ? (v[j] + 1) % 10 : v[j]; } });
        }
        t[4] = thread(() -> { synchronized (m) { check(v[0] != v[1] || v[1] != v[2] || v[2] == v[3]); } });
        all(t);
    }

    static void arithmetic() throws InterruptedException {
        all(() -> {
                for (int i = 1; i <= 3; i++) {
                    synchronized (m) { while (x > 0) m.wait(); x++; m.notify(); }
                }
            },
            () -> {
                for (int i = 1; i <= 3; i++)
                    synchronized (m) { while (x == 0) m.wait(); x--; y += i; m.notify(); }
                check(y != 6);
            });
    }

    static void phase() throws InterruptedException {
        Body b = () -> { synchronized (m) { x++; } while (true) { synchronized (m) { if (x >= 2) break; } } w++; };
        all(b, b);
        check(w == 2);
    }

    static void barrier() throws InterruptedException {
        Body b = () -> {
            for (int k = 0; k < 2; k++)
                synchronized (m) {
                    if (++x == 2) { x = 0; m.notifyAll(); }
                    else m.wait();
                }
        };
        all(b, b, b, b);
        check(false);
    }

    static void workers(int n) throws InterruptedException {
        int[] jobs = new int[n];
        Body b = () -> { while (x < n) { int i = x; x = i + 1; jobs[i]++; } };
        all(b, b);
        for (int j : jobs) check(j == 1);
    }

    static void seqlock() throws InterruptedException {
        all(() -> { w++; x = 1; w++; y = 1; },
            () -> { int s = w, a = x, b = y; if (s % 2 == 0 && s == w) check(a == b); });
    }

    static void cancel() throws InterruptedException {
        int[][] buffer = {new int[1]};
        all(() -> { for (int i = 0; i < 3 && !done; i++) { int[] b = buffer[0]; b[0]++; x++; } },
            () -> { done = true; if (x > 1) check(buffer[0][0] == x); buffer[0] = null; });
    }

    /* --- mutual exclusion that is none --- */

    static void critical() {
        inside++;
        int v = inside;
        inside--;
        check(v == 1);
    }

    static void peterson() throws InterruptedException {
        boolean[] want = new boolean[2];
        Thread[] t = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            t[i] = thread(() -> { x = 1 - me; want[me] = true; while (want[1 - me] && x == 1 - me) Thread.yield();
                critical(); want[me] = false; });
        }
        all(t);
    }

    static void dekker() throws InterruptedException {
        boolean[] want = new boolean[2];
        Thread[] t = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            t[i] = thread(() -> {
                if (!want[1 - me]) { want[me] = true; critical(); want[me] = false; }
            });
        }
        all(t);
    }

    static void bakery(int n) throws InterruptedException {
        int[] number = new int[n];
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int me = i;
            t[i] = thread(() -> {
                int max = 0;
                for (int v : number) max = Math.max(max, v);
                number[me] = max + 1;
                for (int j = 0; j < n; j++)
                    while (j != me && number[j] != 0 && (number[j] < number[me] || number[j] == number[me] && j < me))
                        Thread.yield();
                critical();
                number[me] = 0;
            });
        }
        all(t);
    }

    static void filter(int n) throws InterruptedException {
        int[] level = new int[n], last = new int[n];
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int me = i;
            t[i] = thread(() -> {
                for (int k = 1; k < n - 1; k++) { /* one level too few */
                    level[me] = k;
                    last[k] = me;
                    for (int j = 0; j < n; j++)
                        while (j != me && level[j] >= k && last[k] == me) Thread.yield();
                }
                critical();
                level[me] = 0;
            });
        }
        all(t);
    }

    static void szymanski() throws InterruptedException {
        int[] f = new int[2];
        Thread[] t = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            t[i] = thread(() -> {
                f[me] = 1;
                while (f[1 - me] >= 3) Thread.yield();
                f[me] = 3;
                if (f[1 - me] == 1) { f[me] = 2; while (f[1 - me] == 1) Thread.yield(); }
                f[me] = 4;
                critical();
                f[me] = 0;
            });
        }
        all(t);
    }

    static void readerswriters(int n) throws InterruptedException {
        Thread[] t = new Thread[n];
        t[0] = thread(() -> {
            for (int k = 1; k <= 2; k++) {
                synchronized (m) { while (x > 0) m.wait(); flag = true; }
                y = k;
                z = k;
                synchronized (m) { flag = false; m.notifyAll(); }
            }
        });
        for (int i = 1; i < n; i++)
            t[i] = thread(() -> {
                synchronized (m) { if (flag) m.wait(); x++; }
                int a = y, b = z;
                check(a == b);
                synchronized (m) { if (--x == 0) m.notifyAll(); }
            });
        all(t);
    }

    /* --- work that is stolen, stacks without locks --- */

    static void stealing(int n) throws InterruptedException {
        int[] job = new int[n], taken = new int[n];
        for (int i = 0; i < n; i++) job[i] = i;
        x = n; /* tail; y: head */
        all(() -> { /* the owner takes at the tail; it should lock where one is left */
                for (int i = 0; i < n; i++) {
                    int at = x - 1;
                    x = at;
                    if (y <= at) taken[job[at]]++;
                    else { x = at + 1; return; }
                }
            },
            () -> {
                for (int i = 0; i < n; i++)
                    synchronized (m) { int h = y; if (h < x) { y = h + 1; taken[job[h]]++; } }
            });
        for (int v : taken) check(v <= 1);
    }

    static void aba() throws InterruptedException {
        int[] next = {-1, 0, 1}; /* a stack of nodes 2, 1, 0 */
        java.util.concurrent.atomic.AtomicInteger top = new java.util.concurrent.atomic.AtomicInteger(2);
        int[] owned = new int[3];
        all(() -> { int t = top.get(); if (t >= 0 && top.compareAndSet(t, next[t])) owned[t]++; int u = top.get();
                if (u >= 0 && top.compareAndSet(u, next[u])) owned[u]++; },
            () -> {
                int t = top.get();
                if (t < 0 || !top.compareAndSet(t, next[t])) return;
                int u = top.get();
                if (u < 0 || !top.compareAndSet(u, next[u])) return;
                owned[u]++;
                next[t] = top.get();
                top.set(t);
            });
        for (int v : owned) check(v <= 1);
    }

    static void safestack() throws InterruptedException {
        java.util.concurrent.atomic.AtomicInteger head = new java.util.concurrent.atomic.AtomicInteger(0),
            count = new java.util.concurrent.atomic.AtomicInteger(3);
        java.util.concurrent.atomic.AtomicIntegerArray next = new java.util.concurrent.atomic.AtomicIntegerArray(
            new int[] {1, 2, -1});
        int[] value = new int[3];
        Thread[] t = new Thread[3];
        for (int k = 0; k < 3; k++) {
            int me = k;
            t[k] = thread(() -> {
                for (int round = 0; round < 2; round++) {
                    int e = -1;
                    while (count.get() > 1) {
                        int h = head.get(), n = next.getAndSet(h, -1);
                        if (n >= 0) {
                            if (head.compareAndSet(h, n)) { count.getAndDecrement(); e = h; break; }
                            next.getAndSet(h, n);
                        }
                    }
                    if (e < 0) return;
                    value[e] = me;
                    check(value[e] == me);
                    int h;
                    do {
                        h = head.get();
                        next.set(e, h);
                    } while (!head.compareAndSet(h, e));
                    count.getAndIncrement();
                }
            });
        }
        all(t);
    }

    /* --- threads that wait for ever --- */

    static void carter() throws InterruptedException {
        all(() -> { synchronized (m) { if (++x == 1) synchronized (p) { z = 1; } } },
            () -> { synchronized (p) { if (++y == 1) synchronized (m) { z = 2; } } },
            () -> w++, () -> w++);
    }

    static void deadlock() throws InterruptedException {
        all(() -> { synchronized (m) { synchronized (p) { x++; } } }, () -> { synchronized (p) { synchronized (m) { x--; } } });
    }

    static void philosophers(int n) throws InterruptedException {
        Object[] fork = new Object[n];
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) fork[i] = new Object();
        for (int i = 0; i < n; i++) {
            int me = i;
            t[i] = thread(() -> { synchronized (fork[me]) { synchronized (fork[(me + 1) % n]) { x++; } } });
        }
        all(t);
    }

    static void missed() throws InterruptedException {
        all(() -> { synchronized (m) { m.notify(); } }, () -> { synchronized (m) { m.wait(); } });
    }

    static void oldclassic() throws InterruptedException {
        Body a = () -> {
            int seen = x;
            for (int i = 0; i < 3; i++) {
                if (seen == x) synchronized (m) { m.wait(); }
                seen = x;
                synchronized (p) { y++; p.notify(); }
            }
        }, b = () -> {
            int seen = y;
            for (int i = 0; i < 3; i++) {
                synchronized (m) { x++; m.notify(); }
                if (seen == y) synchronized (p) { p.wait(); }
                seen = y;
            }
        };
        all(a, b);
    }

    static void buffer(int producers, int consumers) throws InterruptedException {
        Thread[] t = new Thread[producers + consumers];
        for (int i = 0; i < t.length; i++)
            t[i] = thread(i < producers ? () -> { synchronized (m) { while (x == 1) m.wait(); x++; m.notify(); } }
                                        : () -> { synchronized (m) { while (x == 0) m.wait(); x--; m.notify(); } });
        all(t);
    }

    static void ifwait() throws InterruptedException {
        Body take = () -> { synchronized (m) { if (x == 0) m.wait(); x--; check(x >= 0); } };
        all(take, take, () -> { synchronized (m) { x++; m.notifyAll(); } synchronized (m) { x++; m.notifyAll(); } });
    }

    static void nested() throws InterruptedException {
        all(() -> { synchronized (m) { synchronized (p) { while (!flag) p.wait(); } } },
            () -> { synchronized (m) { synchronized (p) { flag = true; p.notify(); } } });
    }

    static void sync() throws InterruptedException {
        all(() -> { synchronized (m) { while (x > 0) m.wait(); x++; m.notify(); } },
            () -> { synchronized (m) { if (x == 0) m.wait(); x--; m.notify(); m.wait(); } });
    }

    static void semaphore() throws InterruptedException {
        java.util.concurrent.Semaphore s = new java.util.concurrent.Semaphore(2);
        Body b = () -> { s.acquire(); s.acquire(); x++; s.release(2); };
        all(b, b);
    }

    static void condition() throws InterruptedException {
        java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock();
        java.util.concurrent.locks.Condition c = l.newCondition();
        Body take = () -> { l.lock(); try { while (x == 0) c.await(); x--; } finally { l.unlock(); } };
        all(take, take, () -> { l.lock(); try { x = 2; c.signal(); } finally { l.unlock(); } });
    }

    static void pool() throws Exception {
        java.util.concurrent.ExecutorService e = java.util.concurrent.Executors.newFixedThreadPool(2);
        java.util.concurrent.CountDownLatch l = new java.util.concurrent.CountDownLatch(2);
        for (int i = 0; i < 2; i++)
            e.submit(() -> { e.submit(l::countDown).get(); return 0; });
        l.await();
        e.shutdown();
    }

    static void map() throws InterruptedException {
        java.util.concurrent.ConcurrentHashMap<String, Integer> c = new java.util.concurrent.ConcurrentHashMap<>();
        Body b = () -> { Integer v = c.get("k"); c.put("k", v == null ? 1 : v + 1); };
        all(b, b, b);
        check(c.get("k") >= 2);
    }

    public static void main(String[] a) throws Exception {
        int n = a.length > 1 ? Integer.parseInt(a[1]) : 0, k = a.length > 2 ? Integer.parseInt(a[2]) : 0;
        switch (a[0]) {
        case "reorder": reorder(n); break;
        case "twostage": twostage(n); break;
        case "wronglock": wronglock(n); break;
        case "lastzero": lastzero(n); break;
        case "chain": chain(n); break;
        case "fibonacci": fibonacci(n, k); break;
        case "counters": counters(n, k); break;
        case "account": account(); break;
        case "transfer": transfer(); break;
        case "airline": airline(n); break;
        case "lottery": lottery(); break;
        case "bubblesort": bubblesort(); break;
        case "stack": stack(); break;
        case "queue": queue(); break;
        case "circular": circular(); break;
        case "stringbuffer": stringbuffer(); break;
        case "vector": vector(); break;
        case "iterator": iterator(); break;
        case "lazy": lazy(); break;
        case "singleton": singleton(); break;
        case "unpublished": unpublished(); break;
        case "bluetooth": bluetooth(); break;
        case "bluetooths": bluetooths(n); break;
        case "fsbench": fsbench(n); break;
        case "tokenring": tokenring(); break;
        case "arithmetic": arithmetic(); break;
        case "phase": phase(); break;
        case "barrier": barrier(); break;
        case "workers": workers(n); break;
        case "seqlock": seqlock(); break;
        case "cancel": cancel(); break;
        case "peterson": peterson(); break;
        case "dekker": dekker(); break;
        case "bakery": bakery(n); break;
        case "filter": filter(n); break;
        case "szymanski": szymanski(); break;
        case "readerswriters": readerswriters(n); break;
        case "stealing": stealing(n); break;
        case "aba": aba(); break;
        case "safestack": safestack(); break;
        case "carter": carter(); break;
        case "deadlock": deadlock(); break;
        case "philosophers": philosophers(n); break;
        case "missed": missed(); break;
        case "oldclassic": oldclassic(); break;
        case "buffer": buffer(n, k); break;
        case "ifwait": ifwait(); break;
        case "nested": nested(); break;
        case "sync": sync(); break;
        case "semaphore": semaphore(); break;
        case "condition": condition(); break;
        case "pool": pool(); break;
        case "map": map(); break;
        default: throw new IllegalArgumentException(a[0]);
        }
    }
}
