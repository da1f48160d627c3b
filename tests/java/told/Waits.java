/** A deadlock of depth 1: T1, which has waited for T2, writes before T2 looks. How it waits is told. */
public class Waits {
    static volatile int w, x, noise;
    static final Object lock = new Object();

    static void waits(String how) throws InterruptedException {
        if (how.equals("wait")) {
            synchronized (lock) {
                while (w == 0) lock.wait();
            }
        }
        while (w == 0) {
            if (how.equals("yield")) Thread.yield();
            if (how.equals("sleep")) Thread.sleep(1);
        }
    }

    static void hangs() {
        try {
            Thread.currentThread().join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] a) throws Exception {
        Thread t2 = new Thread(() -> {
            synchronized (lock) {
                w = 1;
                lock.notify();
            }
            for (int i = 0; i < 2; i++) noise++;
            if (x == 1) hangs();
        });
        Thread t1 = new Thread(() -> {
            try {
                waits(a[0]);
            } catch (InterruptedException e) {
                return;
            }
            x = 1;
        });
        t2.start();
        t1.start();
        t2.join();
        t1.join();
    }
}
