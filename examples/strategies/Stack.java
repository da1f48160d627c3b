import java.util.concurrent.atomic.AtomicReference;

/** A lock-free stack whose nodes are used again: a compareAndSet that comes late finds the old head there again,
 *  though what lies below it has changed (ABA). */
public class Stack {
    static class Node {
        Node next;
        boolean taken;
    }

    static final AtomicReference<Node> head = new AtomicReference<>();

    static Node pop() {
        for (;;) {
            Node top = head.get();
            if (top == null) return null;
            Node below = top.next;
            if (head.compareAndSet(top, below)) {
                assert !top.taken : "one node was given to two threads";
                top.taken = true;
                return top;
            }
        }
    }

    static void push(Node node) {
        node.taken = false;
        for (;;) {
            Node top = head.get();
            node.next = top;
            if (head.compareAndSet(top, node)) return;
        }
    }

    static void work() {
        Node first = pop(), second = pop();
        if (first != null) push(first);
        if (second != null) push(second);
    }

    public static void main(String[] args) {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        for (int i = 0; i < 4; i++) push(new Node());
        for (int i = 0; i < threads; i++) new Thread(Stack::work).start();
    }
}
