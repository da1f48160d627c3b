/** One preemption makes it happen: T1 loses its turn while it holds m, T2 has to wait for m, T3 looks. */
public class InLock {
    static volatile int p, q, x, y;
    static int in;
    static final Object m = new Object();

    public static void main(String[] a) throws Exception {
        Thread t1 = new Thread(() -> {
            p = 1;
            synchronized (m) {
                in++;
            }
            q = 1;
        });
        Thread t2 = new Thread(() -> {
            x = 1;
            synchronized (m) {
                in++;
            }
            y = 1;
        });
        Thread t3 = new Thread(() -> {
            if (p == 1 && x == 1 && q == 0 && y == 0) throw new AssertionError("both inside");
        });
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
    }
}
