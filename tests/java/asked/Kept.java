/** Which thread came first is told only by where an exception was made. */
public class Kept {
    static final Object LOCK = new Object();
    static boolean first;
    static String a, b;

    static Throwable made(String how) {
        if (how.equals("npe")) {
            boolean early;
            synchronized (LOCK) { early = first; }
            try {
                if (early) a.length();
                else b.length();
            } catch (NullPointerException e) {
                return e;
            }
        }
        boolean early;
        synchronized (LOCK) { early = first; }
        if (how.equals("set")) {
            Throwable t = new Throwable();
            int n = early ? 5 : 6;
            t.setStackTrace(new StackTraceElement[] {new StackTraceElement("X", "y", "X.java", n)});
            n = 0;
            return t;
        }
        return early
            ? new Exception()
            : new Exception();
    }

    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> {
            synchronized (LOCK) { first = true; }
        });
        setter.start();
        Throwable kept = made(args[0]);
        setter.join();
        synchronized (LOCK) { a = null; }
        if (args[0].equals("npe")) System.out.println("R " + kept.getMessage());
        else System.out.println("R " + kept.getStackTrace()[0].getLineNumber());
    }
}
