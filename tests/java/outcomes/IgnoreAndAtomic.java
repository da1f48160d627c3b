// errors:
// outcomes: 2
import gov.nasa.jpf.vm.Verify;

public class IgnoreAndAtomic {
    static int n;

    public static void main(String[] a) throws Exception {
        Runnable r =
                () -> {
                    Verify.beginAtomic();
                    n++;
                    Verify.endAtomic();
                };
        Thread t = new Thread(r), u = new Thread(r);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println("R " + n);
    }
}
