// errors:
// outcomes: 12|21
import java.util.concurrent.atomic.AtomicStampedReference;

/** A stack that pops a node and pushes it again while another thread pops: stamps tell. */
public class AbaStampedStack {
  static class Node {
    final int v;
    Node next;

    Node(int v) {
      this.v = v;
    }
  }

  static final AtomicStampedReference<Node> top = new AtomicStampedReference<>(null, 0);
  static int other;

  static Node pop() {
    int[] s = new int[1];
    Node n;
    do {
      n = top.get(s);
    } while (!top.compareAndSet(n, n.next, s[0], s[0] + 1));
    return n;
  }

  static void push(Node n) {
    int[] s = new int[1];
    Node old;
    do {
      old = top.get(s);
      n.next = old;
    } while (!top.compareAndSet(old, n, s[0], s[0] + 1));
  }

  public static void main(String[] a) throws Exception {
    push(new Node(3));
    push(new Node(2));
    push(new Node(1));
    Thread t = new Thread(() -> {
      Node n = pop();
      push(n);
      other = pop().v;
    });
    t.start();
    int mine = pop().v;
    t.join();
    System.out.println("R " + other + mine);
  }
}
