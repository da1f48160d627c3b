/** Two large lists of equal contents change places in static fields; two threads that are alike have one of them. */
public class Swapped {
    static class Node {
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static Node list() {
        Node h = null;
        for (int i = 0; i < 100; i++) h = new Node(h);
        return h;
    }

    static Node a = list(), b = list();
    static final Object LOCK = new Object();
    static int had, same, looked;

    static void look() {
        Node mine;
        synchronized (LOCK) {
            mine = a;
            had++;
        }
        synchronized (LOCK) {
            if (mine == a) same++;
            if (++looked == 2) System.out.println("R " + same);
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) new Thread(Swapped::look).start();
        synchronized (LOCK) {
            if (had == 2) {
                Node x = a;
                a = b;
                b = x;
            }
        }
    }
}
