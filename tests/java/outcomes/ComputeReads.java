// errors:
// outcomes: 0 100|1 101|11 11|11 111
// The function of computeIfAbsent reads x twice, and the write may come between; the key is its own meanwhile.
import java.util.concurrent.*;
public class ComputeReads {
  static int x; static volatile int seen;
  public static void main(String[] z) throws Exception {
    ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();

    Thread t = new Thread(() -> seen = m.computeIfAbsent("k", k -> { int a = x; int b = x; return a * 10 + b; }));
    Thread u = new Thread(() -> { x = 1; m.computeIfPresent("k", (k, v) -> v + 100 * x); });
    t.start(); u.start(); t.join(); u.join();
    System.out.println("R " + seen + " " + m.get("k"));
  }
}
