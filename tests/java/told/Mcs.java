import java.util.concurrent.atomic.AtomicReference;

/** A queue lock that loses a wake-up: who gives it back does not wait for the one that is about to stand behind. */
public class Mcs {
    static class Node {
        volatile boolean waits;
        volatile Node next;
    }

    static final AtomicReference<Node> TAIL = new AtomicReference<>();
    static int inside;

    static void enter(Node n) {
        Node before = TAIL.getAndSet(n);
        if (before == null) return;
        n.waits = true;
        before.next = n;
        while (n.waits) {}
    }

    static void leave(Node n) {
        if (n.next == null) {
            TAIL.compareAndSet(n, null);
            return;
        }
        n.next.waits = false;
    }

    public static void main(String[] a) throws Exception {
        Thread[] t = new Thread[2];
        for (int i = 0; i < 2; i++) {
            t[i] = new Thread(() -> {
                Node n = new Node();
                enter(n);
                inside++;
                inside--;
                leave(n);
            });
        }
        for (Thread x : t) x.start();
        for (Thread x : t) x.join();
    }
}
