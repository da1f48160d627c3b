/** A thread in Object.wait is interrupted and then notified: it may have left the wait set by then, or not. */
public class Left {
    static final Object LOCK = new Object();
    static int in;

    static String waits() {
        synchronized (LOCK) {
            in++;
            try {
                LOCK.wait();
                return Thread.interrupted() ? "flag" : "woken";
            } catch (InterruptedException e) {
                return "thrown";
            }
        }
    }

    public static void main(String[] a) throws Exception {
        int n = a[0].equals("two") ? 2 : 1;
        String[] told = {"", ""};
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int k = i;
            t[i] = new Thread(() -> told[k] = waits(), "T" + (i + 1));
            t[i].start();
        }
        synchronized (LOCK) {
            if (in < n) System.exit(0);
            t[0].interrupt();
            if (a[0].equals("all")) LOCK.notifyAll();
            else LOCK.notify();
        }
        for (Thread x : t) x.join();
        throw new IllegalStateException((told[0] + " " + told[1]).trim());
    }
}
