// errors:
// outcomes: 1 1|1 2|2 1
// The suppliers of two threads add to one plain counter.
import java.util.concurrent.atomic.*;
public class ThreadLocalMade {
  static int n; static final AtomicInteger a = new AtomicInteger();
  static final ThreadLocal<Integer> L = ThreadLocal.withInitial(() -> ++n);
  public static void main(String[] z) throws Exception {
    int[] r = new int[2]; Thread t = new Thread(() -> r[0] = L.get()), u = new Thread(() -> { r[1] = L.get();
      r[1] = L.get(); });
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + r[0] + " " + r[1]);
  }
}
