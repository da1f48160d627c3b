// expect: no_errors
/** A parked daemon is no deadlock. */
public class DaemonParked {
    public static void main(String[] args) {
        Thread t = new Thread() {
            public void run() {
                synchronized (this) { try { wait(); } catch (InterruptedException e) { } }
            }
        };
        t.setDaemon(true);
        t.start();
    }
}
