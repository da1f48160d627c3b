// expect: no_errors
/** The spin loop closes by matching: it allocates and locks, and leaves no mark. */
public class SpinCloses {
    static volatile boolean go;
    public static void main(String[] args) {
        new Thread() { public void run() { go = true; } }.start();
        Object l = new Object();
        while (!go) {
            Object o = new Object();
            if (o == l) break;
            synchronized (l) {
            }
        }
    }
}
