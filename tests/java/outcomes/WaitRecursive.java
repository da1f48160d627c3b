// errors:
// outcomes: true true 1
public class WaitRecursive {
    static int n;
    static final Object l = new Object();

    public static void main(String[] a) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            synchronized (l) {
                                n = 1;
                                l.notify();
                            }
                        });
        synchronized (l) {
            synchronized (l) {
                t.start();
                while (n == 0) l.wait();
                System.out.println(
                        "R " + Thread.holdsLock(l) + " " + (t.isAlive() || true) + " " + n);
            }
            if (!Thread.holdsLock(l)) throw new Error();
        }
    }
}
