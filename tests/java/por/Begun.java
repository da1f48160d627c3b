import java.util.concurrent.locks.LockSupport;

/** What asks for a thread that another one starts, or for a class that another one initializes, may come first. */
public class Begun {
    static class Late { static int z = a; static { b = 1; } }
    static class First { static int z; static { z = a; } }
    static final Thread[] ts = new Thread[2];
    static volatile int a, b;
    static int p, q;

    static void join(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void run(Runnable first, Runnable second) {
        ts[0] = new Thread(first);
        ts[1] = new Thread(second);
        ts[0].start();
        ts[1].start();
        join(ts[0]);
        join(ts[1]);
    }

    /** The daemon sees that the other one has ended, if main ends later still. */
    static void looks() {
        ts[0] = new Thread(() -> a = 1);
        ts[1] = new Thread(() -> System.out.println(ts[0].getState() == Thread.State.TERMINATED ? "R late" : "R soon"));
        ts[1].setDaemon(true);
        ts[0].start();
        ts[1].start();
    }

    public static void main(String[] args) {
        switch (args[0]) {
        case "join": run(() -> { join(ts[1]); q = a; }, () -> a = 1); break;
        case "cycle": run(() -> join(ts[1]), () -> { join(ts[0]); a = 1; }); break;
        case "group": run(() -> q = ts[1].getThreadGroup() == null ? 1 : 2, () -> p = b); break;
        case "alive": run(() -> q = ts[1].isAlive() ? 1 : 2, () -> p = b); break;
        case "unpark": run(() -> LockSupport.unpark(ts[1]), LockSupport::park); break;
        case "class": run(() -> { a++; p = Late.z; }, () -> q = Late.z); break;
        case "new": run(() -> { a++; new Late(); }, () -> { q = b; new Late(); }); break;
        case "use": run(() -> { a = 1; new First(); }, () -> new First()); q = First.z; break;
        case "last": looks(); return;
        default: throw new IllegalArgumentException(args[0]);
        }
        System.out.println("R " + p + q + a + b);
    }
}
