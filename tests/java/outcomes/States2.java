// errors:
// outcomes: RUNNABLE|WAITING|TIMED_WAITING|TERMINATED|BLOCKED
public class States2 {
    static boolean b;

    public static void main(String[] a) throws Exception {
        Object l = new Object();
        Thread t =
                new Thread(
                        () -> {
                            try {
                                synchronized (l) {
                                    if (!b) l.wait();
                                }
                                Thread.sleep(5);
                            } catch (InterruptedException e) {
                            }
                        });
        t.start();
        System.out.println("R " + t.getState());
        synchronized (l) {
            b = true;
            l.notify();
        }
        System.out.println("R " + t.getState());
        t.join();
    }
}
