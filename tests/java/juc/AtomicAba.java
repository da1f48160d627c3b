// expect: violation uncaught_exception java.lang.AssertionError "ABA"
import java.util.concurrent.atomic.AtomicReference;

/** Nodes that are used again: a pop whose next has gone stale. */
public class AtomicAba {
    static class Node {
        Node next;
        boolean free;
    }

    static final AtomicReference<Node> top = new AtomicReference<>();

    static Node pop() {
        for (;;) {
            Node n = top.get();
            if (n == null) return null;
            Node next = n.next;
            if (top.compareAndSet(n, next)) return n;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Node a = new Node(), b = new Node();
        a.next = b;
        top.set(a);
        Thread t = new Thread(AtomicAba::pop);
        t.start();
        Node x = pop(), y = pop();
        if (x == a && y == b) {
            b.free = true;
            a.next = null;
            top.set(a);
        }
        t.join();
        Node now = top.get();
        if (now != null && now.free) throw new AssertionError("ABA");
    }
}
