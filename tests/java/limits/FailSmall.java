/** A race that fails on some schedules: small enough to be searched once for each of its allocations. */
public class FailSmall {
    static int n;

    public static void main(String[] a) throws InterruptedException {
        Thread t = new Thread(() -> n++);
        t.start();
        n++;
        t.join();
        if (n != 2) throw new IllegalStateException("lost: " + n);
    }
}
