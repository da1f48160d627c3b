// errors:
// outcomes: 0|2|3
// Sums of three drawn bits; the paths with sum 1 are pruned at the end.
import java.util.concurrent.atomic.*;
import gov.nasa.jpf.vm.Verify;
public class IgnoreSum {
  static final AtomicInteger s = new AtomicInteger();
  public static void main(String[] z) throws Exception {
    Thread[] t = new Thread[3];
    for (int i = 0; i < 3; i++) (t[i] = new Thread(() -> { int v = s.addAndGet(Verify.getInt(0, 1)); })).start();
    for (Thread x : t) x.join();
    Verify.ignoreIf(s.get() == 1);
    System.out.println("R " + s);
  }
}
