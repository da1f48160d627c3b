// errors:
// outcomes: IEfalse|oktrue|okfalse
import gov.nasa.jpf.vm.Verify;

public class InterruptOrNotify {
    static boolean w;
    static volatile String s;

    public static void main(String[] a) throws Exception {
        Object l = new Object();
        Thread t =
                new Thread(
                        () -> {
                            synchronized (l) {
                                w = true;
                                try {
                                    l.wait();
                                    s = "ok" + Thread.currentThread().isInterrupted();
                                } catch (InterruptedException e) {
                                    s = "IE" + Thread.currentThread().isInterrupted();
                                }
                            }
                        });
        t.start();
        synchronized (l) {
            Verify.ignoreIf(!w);
        }
        Thread n =
                new Thread(
                        () -> {
                            synchronized (l) {
                                l.notify();
                            }
                        });
        n.start();
        t.interrupt();
        t.join();
        n.join();
        System.out.println("R " + s);
    }
}
