import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * Structures that grow and are cut while threads take turns, by scripts that a seed decides: GrownObjects SEED THREADS
 * OPS. Prints what is left.
 */
public class GrownObjects {
    static class Node {
        Node next;
        final int v;

        Node(int v, Node next) {
            this.v = v;
            this.next = next;
        }
    }

    /** Kinds of links that alternate. */
    static class Left {
        Right right;
    }

    static class Right {
        Left left;
        int v;
    }

    static Node head, other;
    static Left left;
    static final LinkedList<Integer> LINKED = new LinkedList<>();
    static final ArrayDeque<Integer> DEQUE = new ArrayDeque<>();
    static final List<Integer> LIST = new ArrayList<>();
    static final HashMap<Integer, Integer> MAP = new HashMap<>();
    static final TreeMap<Integer, Integer> TREE = new TreeMap<>();

    static synchronized void op(int what, int v) {
        switch (what) {
            case 0:
            case 1:
                for (int i = 0; i <= v % 3; i++) head = new Node(v % 2, head);
                break;
            case 2:
                if (head != null) head = head.next;
                break;
            case 3: // the end grows
                Node last = head;
                while (last != null && last.next != null) last = last.next;
                if (last != null) last.next = new Node(v % 2, null);
                break;
            case 4: // to another root
                Node n = head;
                head = other;
                other = n;
                break;
            case 5: // one is moved to the other list
                if (head == null) break;
                n = head;
                head = n.next;
                n.next = other;
                other = n;
                break;
            case 6: // the second is taken out
                if (head != null && head.next != null) head.next = head.next.next;
                break;
            case 7:
                Left l = new Left();
                l.right = new Right();
                l.right.left = left;
                l.right.v = v % 2;
                left = l;
                break;
            case 8:
                if (left != null) left = left.right.left;
                break;
            case 9:
                LINKED.addFirst(v % 2);
                LINKED.addLast(v % 3);
                break;
            case 10:
                if (!LINKED.isEmpty()) LINKED.removeFirst();
                break;
            case 11:
                DEQUE.addLast(v % 2);
                if (DEQUE.size() > 3) DEQUE.removeFirst();
                LIST.add(v % 2);
                break;
            case 12:
                MAP.put(v * 16, v);
                TREE.put(v, 0);
                break;
            default:
                TREE.pollFirstEntry();
        }
    }

    static String list(Node n) {
        StringBuilder b = new StringBuilder();
        for (; n != null; n = n.next) b.append(n.v);
        return b.toString();
    }

    static void script(long seed, int n) {
        Random r = new Random(seed);
        for (int i = 0; i < n; i++) op(r.nextInt(14), r.nextInt(20));
    }

    public static void main(String[] a) throws InterruptedException {
        int seed = Integer.parseInt(a[0]), threads = Integer.parseInt(a[1]), ops = Integer.parseInt(a[2]);
        TREE.put(100, 0);
        Thread[] t = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            long mine = seed * 31L + i;
            t[i] = new Thread(() -> script(mine, ops));
        }
        for (Thread x : t) x.start();
        for (Thread x : t) x.join();
        StringBuilder b = new StringBuilder("R ").append(list(head)).append(' ').append(list(other)).append(' ');
        for (Left l = left; l != null; l = l.right.left) b.append(l.right.v);
        System.out.println(b + " " + LINKED + LIST + DEQUE + MAP + TREE);
    }
}
