import java.util.HashMap;
import java.util.Map;

/** Three threads that are alike, beside args[1] objects that a static field leads to. */
public class Beside {
    static class Node {
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static class Cell {
        int n;
    }

    static Object kept;

    static Object made(String how, int n) {
        switch (how) {
            case "array":
                Object[] array = new Object[n];
                for (int i = 0; i < n; i++) array[i] = new int[] {i};
                return array;
            case "linked":
                Node head = null;
                for (int i = 0; i < n; i++) head = new Node(head);
                return head;
            case "map":
                Map<Integer, Object> map = new HashMap<>();
                for (int i = 0; i < n; i++) map.put(i, new int[] {i});
                return map;
            default:
                return new int[n];
        }
    }

    static void add(Cell c) {
        for (int i = 0; i < 3; i++) {
            int t = c.n;
            c.n = t + 1;
        }
    }

    public static void main(String[] args) {
        kept = made(args[0], Integer.parseInt(args[1]));
        Cell cell = new Cell();
        for (int i = 0; i < 3; i++) new Thread(() -> add(cell)).start();
    }
}
