// errors:
// outcomes: 1|3|CME
// Seen before, seen after, or ConcurrentModificationException.
import java.util.*;
import java.util.concurrent.*;
public class ListIterated {
  public static void main(String[] z) throws Exception {
    List<Integer> l = new ArrayList<>(List.of(1));
    Thread t = new Thread(() -> l.add(2)); t.start();
    String s; try { int k = 0; for (int x : l) k += x; s = "" + k; } catch (ConcurrentModificationException e) {
      s = "CME"; }
    t.join(); System.out.println("R " + s);
  }
}
