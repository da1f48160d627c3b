// expect: no_errors
import gov.nasa.jpf.vm.Verify;
public class AtomicSection {
    static int x;
    static void inc() { Verify.beginAtomic(); x++; Verify.endAtomic(); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() { public void run() { inc(); } };
        t.start();
        inc();
        t.join();
        assert x == 2;
    }
}
