// expect: no_errors
public class InterruptWait {
    static boolean caught;
    public static void main(String[] args) throws InterruptedException {
        final Object l = new Object();
        Thread t = new Thread() {
            public void run() {
                synchronized (l) {
                    try { l.wait(); } catch (InterruptedException e) { caught = true; }
                }
            }
        };
        t.start();
        t.interrupt();
        t.join();
        assert caught;
        assert !t.isInterrupted();
    }
}
