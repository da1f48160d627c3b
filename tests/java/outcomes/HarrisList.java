// errors:
// outcomes: 23
// A node is marked before it is unlinked, so nothing is linked behind one that is gone.
import java.util.concurrent.atomic.*;
public class HarrisList {
  static class Node { final int v; final AtomicMarkableReference<Node> next; Node(int v, Node n) { this.v = v;
    next = new AtomicMarkableReference<>(n, false); } }
  static Node head = new Node(0, new Node(1, new Node(3, null)));
  static void add(int v) {
    for (;;) {
      Node p = head, c = p.next.getReference();
      boolean again = false;
      while (c != null) { boolean[] m = new boolean[1]; Node s = c.next.get(m);
        if (m[0]) { if (!p.next.compareAndSet(c, s, false, false)) { again = true; break; } c = s; continue; }
        if (c.v >= v) break; p = c; c = s; }
      if (again) continue;
      if (p.next.compareAndSet(c, new Node(v, c), false, false)) return;
    }
  }
  static void removeFirst() {
    for (;;) {
      Node c = head.next.getReference(), s = c.next.getReference();
      if (!c.next.compareAndSet(s, s, false, true)) continue;
      head.next.compareAndSet(c, s, false, false); return;
    }
  }
  public static void main(String[] z) throws Exception {
    Thread t = new Thread(HarrisList::removeFirst), u = new Thread(() -> add(2));
    t.start(); u.start(); t.join(); u.join();
    String s = ""; for (Node n = head.next.getReference(); n != null;
      n = n.next.getReference()) if (!n.next.isMarked()) s += n.v;
    System.out.println("R " + s);
  }
}
