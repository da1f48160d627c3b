// errors:
// outcomes: SOE SOE
public class OverflowReleases {
    static final Object l = new Object();
    static String s = "";

    static int deep(int n) {
        return 1 + deep(n + 1);
    }

    public static void main(String[] a) throws Exception {
        Thread.UncaughtExceptionHandler h =
                (t, e) -> {
                    synchronized (l) {
                        s += " " + (e instanceof StackOverflowError ? "SOE" : e);
                    }
                };
        Runnable r =
                () -> {
                    synchronized (l) {
                        deep(0);
                    }
                };
        Thread t = new Thread(r), u = new Thread(r);
        t.setUncaughtExceptionHandler(h);
        u.setUncaughtExceptionHandler(h);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println("R" + s);
    }
}
