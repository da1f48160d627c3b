// errors:
// outcomes: 012|021|102|120|201|210
import gov.nasa.jpf.vm.Verify;

public class NotifyAllOrders {
    static final Object l = new Object();
    static int w;
    static String s = "";

    public static void main(String[] a) throws Exception {
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int k = i;
            (ts[i] =
                            new Thread(
                                    () -> {
                                        synchronized (l) {
                                            w++;
                                            try {
                                                l.wait();
                                            } catch (InterruptedException e) {
                                            }
                                            s += k;
                                        }
                                    }))
                    .start();
        }
        synchronized (l) {
            Verify.ignoreIf(w < 3);
            l.notifyAll();
        }
        for (Thread t : ts) t.join();
        System.out.println("R " + s);
    }
}
