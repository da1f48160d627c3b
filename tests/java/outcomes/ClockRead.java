// errors:
// outcomes: false|true
import gov.nasa.jpf.vm.Verify;

/** Two states that differ in nothing but the clock, which the program has read. */
public class ClockRead {
    public static void main(String[] a) throws InterruptedException {
        long start = System.currentTimeMillis();
        if (Verify.getBoolean()) Thread.sleep(100);
        Verify.getBoolean();
        System.out.println("R " + (System.currentTimeMillis() - start >= 100));
    }
}
