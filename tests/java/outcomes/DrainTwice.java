// errors:
// outcomes: 0 2|2 0
import java.util.concurrent.Semaphore;

/** Permits are drained all at once, by one of the two. */
public class DrainTwice {
  static int other;

  public static void main(String[] a) throws Exception {
    Semaphore s = new Semaphore(2);
    Thread t = new Thread(() -> other = s.drainPermits());
    t.start();
    int mine = s.drainPermits();
    t.join();
    System.out.println("R " + other + " " + mine);
  }
}
