// errors:
// outcomes: [7]|[]|[null]
// The copy reads the old, empty array, and then the new size: null.
import java.util.*;
import java.util.concurrent.*;
public class ListCopied {
  public static void main(String[] z) throws Exception {
    List<Integer> l = new ArrayList<>();
    Thread t = new Thread(() -> l.add(7)); t.start();
    List<Integer> c = new ArrayList<>(l); t.join(); System.out.println("R " + c);
  }
}
