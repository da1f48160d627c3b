// expect: no_errors
import java.util.concurrent.atomic.AtomicReference;

/** Treiber's stack. */
public class AtomicStack {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Node> top = new AtomicReference<>();

    static void push(int v) {
        Node n = new Node(v);
        do n.next = top.get();
        while (!top.compareAndSet(n.next, n));
    }

    static int pop() {
        for (;;) {
            Node n = top.get();
            if (n == null) return -1;
            if (top.compareAndSet(n, n.next)) return n.value;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            push(1);
            pop();
        });
        t.start();
        push(2);
        int v = pop();
        t.join();
        assert v > 0 && top.get() == null;
    }
}
