// Programs with cycles of states: who can go on for ever, fairly.
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Endless {
    static volatile boolean go, seen, done;
    static int[] other;

    public static void main(String[] args) throws Exception {
        Runnable a, b;
        switch (args[0]) {
        case "spin":
            a = () -> {
                while (!go)
                    Thread.onSpinWait();
            };
            b = a;
            break;
        case "late": // looks too early: nobody will ever say that it is done
            a = () -> { if (seen) done = true; };
            b = () -> { seen = true;
                while (!done) Thread.yield();
            };
            break;
        case "polite":
            Lock x = new ReentrantLock(), y = new ReentrantLock();
            a = () -> both(x, y);
            b = () -> both(y, x);
            break;
        case "waits":
            a = () -> { while (!go) Thread.onSpinWait(); };
            b = () -> go = true;
            break;
        case "sleeps":
            a = () -> { while (!go) pause(); };
            b = () -> { pause(); go = true; };
            break;
        case "aside": // one may get past the other, or never; beside a thread that has nothing to do with them
            int[] c = new int[2];
            other = new int[1];
            new Thread(() -> {
                other[0] = 1;
                other[0] = 2;
            }).start();
            a = () -> {
                while (c[0] == 0) Thread.onSpinWait();
                c[1] = 1;
            };
            b = () -> {
                for (;;) {
                    c[0] = 1;
                    if (c[1] == 1) return;
                    c[0] = 0;
                }
            };
            break;
        default: throw new IllegalArgumentException(args[0]);
        }
        Thread t = new Thread(a), u = new Thread(b);
        t.start();
        u.start();
        t.join();
        u.join();
    }

    static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void both(Lock p, Lock q) {
        for (;;) {
            p.lock();
            boolean got = q.tryLock();
            if (got) q.unlock();
            p.unlock();
            if (got) return;
        }
    }
}
