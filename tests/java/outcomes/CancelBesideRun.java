// errors:
// outcomes: false 1|true 0|true 1
import java.util.concurrent.FutureTask;

/** A task that is cancelled may have run all the same, up to its result. */
public class CancelBesideRun {
  static int ran;

  public static void main(String[] a) throws Exception {
    FutureTask<Integer> f = new FutureTask<>(() -> ++ran);
    Thread t = new Thread(f);
    t.start();
    boolean cancelled = f.cancel(false);
    t.join();
    if (cancelled != f.isCancelled()) throw new AssertionError();
    System.out.println("R " + cancelled + " " + ran);
  }
}
