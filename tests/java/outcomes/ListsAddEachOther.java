// errors: deadlock
// outcomes: 4 6|6 4
// Each list is copied under its own lock while the other's is held.
import java.util.*;
public class ListsAddEachOther {
  public static void main(String[] z) throws Exception {
    List<Integer> v = Collections.synchronizedList(new ArrayList<>(List.of(1, 2))),
      w = Collections.synchronizedList(new ArrayList<>(List.of(3, 4)));
    Thread t = new Thread(() -> { v.addAll(w); }), u = new Thread(() -> { w.addAll(v); });
    t.start(); u.start(); t.join(); u.join(); System.out.println("R " + v.size() + " " + w.size());
  }
}
