// errors: deadlock
// outcomes: true true
// Vector.equals locks its own monitor, and then the other's for each element.
import java.util.*;
public class VectorsEqual {
  public static void main(String[] z) throws Exception {
    Vector<Integer> v = new Vector<>(List.of(1)), w = new Vector<>(List.of(1)); boolean[] r = new boolean[2];
    Thread t = new Thread(() -> r[0] = v.equals(w)), u = new Thread(() -> r[1] = w.equals(v));
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + r[0] + " " + r[1]);
  }
}
