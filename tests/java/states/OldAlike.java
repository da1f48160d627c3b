import gov.nasa.jpf.vm.Verify;

/** Two old lists that are alike change places, or a new one that is like them takes the place of one. */
public class OldAlike {
    static class Node {
        Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static Node list(int n) {
        Node head = null;
        for (int i = 0; i < n; i++) head = new Node(head);
        return head;
    }

    static Node a, b;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        a = list(n);
        b = list(n);
        for (int i = 0; i < 3; i++) {
            switch (Verify.getInt(0, 2)) {
                case 0:
                    Node t = a;
                    a = b;
                    b = t;
                    break;
                case 1:
                    a = list(n);
                    break;
                default:
            }
        }
    }
}
