// errors: deadlock
// outcomes: done
public class TwoConditionsOneMonitor {
    // notify() may hit the wrong kind of waiter
    static int a, b;
    static final Object l = new Object();

    public static void main(String[] z) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            synchronized (l) {
                                while (a == 0)
                                    try {
                                        l.wait();
                                    } catch (InterruptedException e) {
                                    }
                                b = 1;
                                l.notify();
                            }
                        });
        Thread u =
                new Thread(
                        () -> {
                            synchronized (l) {
                                while (b == 0)
                                    try {
                                        l.wait();
                                    } catch (InterruptedException e) {
                                    }
                            }
                        });
        t.start();
        u.start();
        synchronized (l) {
            a = 1;
            l.notify();
        }
        t.join();
        u.join();
        System.out.println("R done");
    }
}
