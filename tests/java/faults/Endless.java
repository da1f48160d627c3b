import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that never end, some of which count for ever: the argument names a fault. */
public class Endless {
    interface Body { void run() throws InterruptedException, BrokenBarrierException; }

    static int first, second, i, progress, inside, n;
    static boolean flag, busy;
    static volatile boolean open;
    static final Object m = new Object(), p = new Object(), q = new Object();

    static void go(Body... v) {
        for (Body b : v)
            new Thread(() -> {
                try {
                    while (true) b.run();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
    }

    static void critical() {
        inside++;
        int v = inside;
        inside--;
        if (v != 1) throw new AssertionError();
    }

    static void check(boolean ok) {
        if (!ok) throw new AssertionError();
    }

    static void flags() {
        Body b = () -> { while (flag) Thread.yield(); flag = true; critical(); flag = false; };
        go(b, b);
    }

    static void counting() {
        Body b = () -> { n++; while (flag) Thread.yield(); flag = true; critical(); flag = false; };
        go(b, b);
    }

    static void left() {
        Body b = () -> { n++; if (!busy) { busy = true; n++; critical(); busy = false; } };
        go(b, b);
    }

    static void simple() {
        go(() -> { i++; if (i == 5) critical(); }, () -> { i++; if (i == 3) critical(); });
    }

    static void confused() {
        go(() -> { first++; second++; check(second != 2 || first == 2); }, () -> { first++; second++; });
    }

    static void insufficient() {
        go(() -> { synchronized (m) { i += 2; check(i != 5); } }, () -> { synchronized (m) { i--; } });
    }

    static void opposite() {
        go(() -> { n++; synchronized (m) { synchronized (p) { critical(); } } },
           () -> { n++; synchronized (p) { synchronized (m) { critical(); } } });
    }

    static void complex() {
        ReentrantLock a = new ReentrantLock(), b = new ReentrantLock(), c = new ReentrantLock();
        go(() -> {
               if (a.tryLock()) {
                   c.lock(); a.lock(); critical(); a.unlock();
                   b.lock(); flag = false; b.unlock();
                   c.unlock();
               } else { b.lock(); flag = true; b.unlock(); }
           },
           () -> {
               if (flag) { b.lock(); a.lock(); flag = false; critical(); a.unlock(); b.unlock(); }
               else { a.lock(); flag = false; a.unlock(); }
           });
    }

    static void reset() {
        go(() -> { while (!open) Thread.yield(); check(i % 2 == 0); }, () -> { open = false; i++; i++; open = true; });
    }

    static void countdown() {
        int[] left = {3};
        Body b = () -> {
            progress += 20;
            if (progress >= 100) {
                synchronized (m) { left[0]--; m.notifyAll(); }
                synchronized (m) { while (left[0] > 0) m.wait(); left[0] = 3; progress = 0; }
            } else {
                synchronized (m) { if (left[0] > 1) left[0]--; }
            }
        };
        go(b, b);
    }

    static void barrier() {
        CyclicBarrier bar = new CyclicBarrier(2);
        Body b = () -> { synchronized (m) { i++; } bar.await(); check(i >= 2); };
        go(b, b, () -> { i = 0; bar.await(); });
    }

    static void semaphores() {
        Semaphore s = new Semaphore(1);
        go(() -> { s.acquire(); critical(); s.release(); },
           () -> { if (s.tryAcquire(500, TimeUnit.MILLISECONDS)) { critical(); s.release(); } else s.release(); });
    }

    static void early() {
        Semaphore s = new Semaphore(0);
        Queue<Integer> v = new ArrayDeque<>();
        go(() -> { if (s.tryAcquire(500, TimeUnit.MILLISECONDS)) synchronized (v) { v.remove(); } },
           () -> { s.release(); synchronized (v) { v.add(n++); } });
    }

    static void condition() {
        Queue<Integer> v = new ArrayDeque<>();
        Body take = () -> { synchronized (v) { if (v.isEmpty()) v.wait(); v.remove(); } };
        go(take, take, () -> { synchronized (v) { v.add(42); v.notifyAll(); } });
    }

    static void triple() {
        Queue<Integer> v = new ArrayDeque<>();
        Body take = () -> { synchronized (v) { if (v.isEmpty()) return; } synchronized (v) { v.remove(); } };
        go(take, take, () -> { synchronized (v) { v.add(n++); } });
    }

    static void dragon() {
        go(() -> { synchronized (m) { i = 1; } n++; synchronized (m) { i = 0; } },
           () -> { n++; int v; synchronized (m) { v = i; } synchronized (m) { check(v == 0 || i == 1); } });
    }

    static void boss() {
        Semaphore fortress = new Semaphore(0);
        go(() -> { synchronized (m) { i++; } fortress.tryAcquire(1, TimeUnit.SECONDS); int a = i; n++; check(a != 3); },
           () -> { synchronized (m) { i++; i++; } fortress.release(); synchronized (m) { i = 0; } });
    }

    static void three() {
        Body b = () -> { n++; while (flag) Thread.yield(); flag = true; n++; critical(); flag = false; };
        go(b, b, b);
    }

    static void turns() {
        go(() -> { first++; if (first - second > 4) critical(); }, () -> { second++; if (first - second > 3) critical(); });
    }

    public static void main(String[] a) {
        switch (a[0]) {
        case "flags": flags(); break;
        case "counting": counting(); break;
        case "left": left(); break;
        case "simple": simple(); break;
        case "confused": confused(); break;
        case "insufficient": insufficient(); break;
        case "opposite": opposite(); break;
        case "complex": complex(); break;
        case "reset": reset(); break;
        case "countdown": countdown(); break;
        case "barrier": barrier(); break;
        case "semaphores": semaphores(); break;
        case "early": early(); break;
        case "condition": condition(); break;
        case "triple": triple(); break;
        case "dragon": dragon(); break;
        case "boss": boss(); break;
        case "three": three(); break;
        case "turns": turns(); break;
        default: throw new IllegalArgumentException(a[0]);
        }
    }
}
