/** Threads that are alike write to the end of a list that main had to itself when they started. How: where it is then. */
public class Published {
    static class Node {
        Node next;
        int v;

        Node(Node next) {
            this.next = next;
        }
    }

    static Node head;
    static Node[] some;
    static final Object LOCK = new Object();
    static int seen, ended;

    static Node last(Node n) {
        while (n.next != null) n = n.next;
        return n;
    }

    static void write() {
        synchronized (LOCK) {
            if (head != null) {
                Node n = last(head);
                n.v += n.v + 1;
            } else {
                seen++;
            }
        }
        synchronized (LOCK) {
            if (head != null && some == null) head = head.next;
        }
        synchronized (LOCK) {
            if (++ended == 3) System.out.println("R " + seen + " " + (head == null ? -1 : last(head).v));
        }
    }

    public static void main(String[] a) {
        Node list = null;
        for (int i = 0; i < 200; i++) list = new Node(list);
        if (a[0].equals("array")) some = new Node[] {null, null};
        for (int i = 0; i < 3; i++) new Thread(Published::write).start();
        synchronized (LOCK) {
            head = list;
            if (some != null) some[1] = list.next;
        }
        synchronized (LOCK) {
            last(list).v += 5;
        }
        if (a[0].equals("away")) {
            synchronized (LOCK) {
                head = new Node(list.next);
            }
            synchronized (LOCK) {
                head = list;
            }
        }
    }
}
