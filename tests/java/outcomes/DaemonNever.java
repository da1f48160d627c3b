// errors:
// outcomes:
public class DaemonNever {
    // the daemon waits for a flag that main never sets: it can never fail
    static volatile boolean f;

    public static void main(String[] a) {
        Thread t =
                new Thread(
                        () -> {
                            synchronized (DaemonNever.class) {
                                while (!f)
                                    try {
                                        DaemonNever.class.wait();
                                    } catch (InterruptedException e) {
                                    }
                            }
                            assert false;
                        });
        t.setDaemon(true);
        t.start();
    }
}
