// errors: AssertionError
// outcomes: 1 1
// Pruned where t looks after y was set; else u has x == 1 before it, and its assertion fails.
import gov.nasa.jpf.vm.Verify;
public class IgnoreBesideError {
  static int x, y;
  public static void main(String[] z) throws Exception {
    Thread t = new Thread(() -> { x = 1; Verify.ignoreIf(y == 1); });
    Thread u = new Thread(() -> { y = 1; assert x == 0; });
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + x + " " + y);
  }
}
