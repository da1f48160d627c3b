import java.util.*;

/** Each thread has a collection that main has made, and adds to it what it makes itself: args are the number of threads,
 * the kind of collection, and "lock" if they come to a lock then. Which kind is asked for in the threads. */
public class OwnLists {
    static final class Node {
        final Node next;
        int v;

        Node(Node next, int v) {
            this.next = next;
            this.v = v;
        }
    }

    static final class Chain extends AbstractCollection<Integer> {
        Node head;

        @Override public boolean add(Integer i) {
            head = new Node(head, i);
            head.v++;
            return true;
        }

        @Override public int size() {
            int n = 0;
            for (Node x = head; x != null; x = x.next) n++;
            return n;
        }

        @Override public Iterator<Integer> iterator() {
            throw new UnsupportedOperationException();
        }
    }

    static final Object lock = new Object();
    static int n;

    static Collection<Integer> made(String kind) {
        switch (kind) {
            case "array": return new ArrayList<>();
            case "linked": return new LinkedList<>();
            case "deque": return new ArrayDeque<>(1);
            case "tree": return new TreeSet<>();
            case "hash": return new HashSet<>();
            case "heap": return new PriorityQueue<>(1);
            default: return new Chain();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] ts = new Thread[Integer.parseInt(args[0])];
        List<Collection<Integer>> all = new ArrayList<>();
        for (int i = 0; i < ts.length; i++) {
            Collection<Integer> own = made(args[1]);
            all.add(own);
            ts[i] = new Thread(() -> {
                own.add(1);
                if (!args[1].isEmpty()) own.add(2);
                if (args.length > 2) synchronized (lock) {
                    n++;
                }
            });
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        for (Collection<Integer> own : all) n += own.size();
        System.out.println("R " + n);
    }
}
