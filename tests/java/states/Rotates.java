import java.util.LinkedList;

/** N elements of a list go round for ever, from its end to its head; then the same by hand, where each is a new one. */
public class Rotates {
    static class Node {
        Node next;
    }

    static final LinkedList<Integer> LIST = new LinkedList<>();
    static Node head;

    static synchronized void round() {
        LIST.addFirst(LIST.removeLast());
        Node n = new Node(), last = head;
        n.next = head;
        head = n;
        while (last.next.next != null) last = last.next;
        last.next = null;
    }

    public static void main(String[] a) {
        for (int i = Integer.parseInt(a[0]); i-- > 0;) {
            LIST.add(0);
            Node n = new Node();
            n.next = head;
            head = n;
        }
        Runnable r =
                () -> {
                    for (;;) round();
                };
        new Thread(r).start();
        new Thread(r).start();
    }
}
