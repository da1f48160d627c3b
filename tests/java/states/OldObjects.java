import gov.nasa.jpf.vm.Verify;

/** Old objects that are cut off, moved, dropped, held by new ones and put back, in every order of so many steps. */
public class OldObjects {
    static class Node {
        Node next, prev;
        int v;

        Node(int v) {
            this.v = v;
        }
    }

    static final Node[] ROOTS = new Node[2];
    static Node aside;

    static void push(Node n) {
        n.next = ROOTS[0];
        n.prev = null;
        if (n.next != null) n.next.prev = n;
        ROOTS[0] = n;
    }

    static Node pop() {
        Node n = ROOTS[0];
        if (n == null) return null;
        ROOTS[0] = n.next;
        if (n.next != null) n.next.prev = null;
        n.next = null;
        return n;
    }

    static Node at(int i) {
        Node n = ROOTS[0];
        while (n != null && i-- > 0) n = n.next;
        return n;
    }

    static void step(int what) {
        Node n;
        switch (what) {
            case 0: /* a new head */
                push(new Node(-1));
                break;
            case 1: /* the head is garbage, and may still refer to the rest */
                if (ROOTS[0] != null) ROOTS[0] = ROOTS[0].next;
                break;
            case 2: /* the tail becomes the whole list; what was before it is held by prev */
                if ((n = at(2)) != null) ROOTS[0] = n;
                break;
            case 3: /* around */
                if ((n = at(1)) != null && n.prev != null) {
                    Node head = pop();
                    while (n.next != null) n = n.next;
                    n.next = head;
                    head.prev = n;
                }
                break;
            case 4: /* to another root and back */
                n = ROOTS[0];
                ROOTS[0] = ROOTS[1];
                ROOTS[1] = n;
                break;
            case 5: /* held by a new object alone, which it refers to */
                if ((n = at(1)) != null) {
                    aside = new Node(-2);
                    aside.next = n;
                    n.prev = aside;
                    ROOTS[0] = null;
                }
                break;
            case 6: /* a cycle that nothing holds */
                if ((n = at(1)) != null) {
                    n.next = n.prev;
                    ROOTS[0] = null;
                }
                break;
            default: /* a choice while only a local variable holds it */
                n = ROOTS[0];
                ROOTS[0] = null;
                Verify.getBoolean();
                ROOTS[0] = n;
        }
    }

    public static void main(String[] a) {
        int n = Integer.parseInt(a[0]), steps = Integer.parseInt(a[1]);
        for (int i = n; i-- > 0;) push(new Node(i));
        for (int i = 0; i < steps; i++) step(Verify.getInt(0, 7));
    }
}
