// errors:
// outcomes: - A B A|A A B B|A A B _|A B - B|B A - A
// The last outcome is of no order of the calls: the head is A again, but B is not behind it any more.
import java.util.concurrent.atomic.*;
public class AbaUnstamped {
  static class Node { final char v; volatile Node next; Node(char v, Node n) { this.v = v; next = n; } }
  static AtomicStampedReference<Node> head = new AtomicStampedReference<>(null, 0);
  static Node pop() { for (;;) { int[] s = new int[1]; Node h = head.get(s); if (h == null) return null;
    Node n = h.next;
    if (head.compareAndSet(h, n, head.getStamp(), 0)) return h; } }
  static void push(Node x) { for (;;) { int[] s = new int[1]; Node h = head.get(s); x.next = h;
    if (head.compareAndSet(h, x, s[0], 0)) return; } }
  static String s(Node n) { return n == null ? "-" : "" + n.v; }
  public static void main(String[] z) throws Exception {
    Node b = new Node('B', null); head.set(new Node('A', b), 0);
    Node[] r = new Node[3];
    Thread t = new Thread(() -> r[0] = pop());
    Thread u = new Thread(() -> { Node p = pop(), q = pop(); r[1] = p; r[2] = q; push(p); });
    t.start(); u.start(); t.join(); u.join();
    String c = ""; int k = 0; for (Node n = head.getReference(); n != null && k++ < 4; n = n.next) c += n.v;
    System.out.println("R " + s(r[0]) + " " + s(r[1]) + " " + s(r[2]) + " " + (c.isEmpty() ? "_" : c));
  }
}
