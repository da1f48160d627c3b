// errors: deadlock
// outcomes: 0|1|2
import gov.nasa.jpf.vm.Verify;

public class NotifyOne {
    static final Object l = new Object();
    static int w;

    public static void main(String[] a) throws Exception {
        for (int i = 0; i < 3; i++) {
            int k = i;
            new Thread(
                            () -> {
                                synchronized (l) {
                                    w++;
                                    try {
                                        l.wait();
                                    } catch (InterruptedException e) {
                                    }
                                    System.out.println("R " + k);
                                }
                            })
                    .start();
        }
        synchronized (l) {
            Verify.ignoreIf(w < 3);
            l.notify();
        }
    }
}
