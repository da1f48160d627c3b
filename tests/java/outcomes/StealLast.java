// errors:
// outcomes: 2 0 1|2 1 0
// Owner and thief come to the last element with a compareAndSet each: one has it.
import java.util.concurrent.atomic.*;
public class StealLast {
  static final int[] q = {1, 2}; static final AtomicInteger top = new AtomicInteger(); static volatile int bottom = 2;
  static int pop() {
    int b = bottom - 1; bottom = b; int t = top.get();
    if (b < t) { bottom = t; return 0; }
    int x = q[b]; if (b > t) return x;
    if (!top.compareAndSet(t, t + 1)) x = 0;
    bottom = t + 1; return x;
  }
  static int steal() { int t = top.get(), b = bottom; if (t >= b) return 0; int x = q[t];
    return top.compareAndSet(t, t + 1) ? x : 0; }
  public static void main(String[] z) throws Exception {
    int[] r = new int[1];
    Thread th = new Thread(() -> r[0] = steal()); th.start();
    int p = pop(), s = pop(); th.join();
    System.out.println("R " + p + " " + s + " " + r[0]);
  }
}
