import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/** Clients of concurrent data structures. Arguments: the structure, how many threads, how many operations each. A
 * thread puts in and takes out by turns, the first one begins with putting in, the second with taking out. */
public class Structures {
    interface Bag {
        boolean put(int v);
        int take(int v); /* v: which one, for those that can tell */
    }

    static final class Node {
        final int v;
        volatile Node next;
        volatile boolean gone;
        Node(int v, Node next) { this.v = v; this.next = next; }
    }

    /** Treiber, 1986. */
    static class Treiber implements Bag {
        final AtomicReference<Node> top = new AtomicReference<>();
        boolean tryPut(Node n) {
            n.next = top.get();
            return top.compareAndSet(n.next, n);
        }
        public boolean put(int v) {
            Node n = new Node(v, null);
            while (!tryPut(n)) { }
            return true;
        }
        public int take(int v) {
            for (;;) {
                Node n = top.get();
                if (n == null) return -1;
                if (top.compareAndSet(n, n.next)) return n.v;
            }
        }
    }

    /** One place where a put and a take meet when the top is contended (Hendler, Shavit and Yerushalmi, 2004). */
    static final class Elimination extends Treiber {
        final AtomicReference<Node> slot = new AtomicReference<>();
        @Override public boolean put(int v) {
            Node n = new Node(v, null);
            while (!tryPut(n)) {
                if (!slot.compareAndSet(null, n)) continue;
                if (!slot.compareAndSet(n, null)) return true; /* somebody has taken it */
            }
            return true;
        }
        @Override public int take(int v) {
            for (;;) {
                Node n = top.get();
                if (n == null) return -1;
                if (top.compareAndSet(n, n.next)) return n.v;
                Node m = slot.get();
                if (m != null && slot.compareAndSet(m, null)) return m.v;
            }
        }
    }

    /** Michael and Scott, 1996. */
    static final class MsQueue implements Bag {
        static final class Cell {
            final int v;
            final AtomicReference<Cell> next = new AtomicReference<>();
            Cell(int v) { this.v = v; }
        }
        final AtomicReference<Cell> head, tail;
        MsQueue() {
            Cell c = new Cell(-1);
            head = new AtomicReference<>(c);
            tail = new AtomicReference<>(c);
        }
        public boolean put(int v) {
            Cell c = new Cell(v);
            for (;;) {
                Cell t = tail.get(), n = t.next.get();
                if (n != null) {
                    tail.compareAndSet(t, n);
                } else if (t.next.compareAndSet(null, c)) {
                    tail.compareAndSet(t, c);
                    return true;
                }
            }
        }
        public int take(int v) {
            for (;;) {
                Cell h = head.get(), t = tail.get(), n = h.next.get();
                if (n == null) return -1;
                if (h == t) tail.compareAndSet(t, n);
                else if (head.compareAndSet(h, n)) return n.v;
            }
        }
    }

    /** The same paper's queue with two locks. */
    static final class TwoLocks implements Bag {
        final Object heads = new Object(), tails = new Object();
        Node head = new Node(-1, null), tail = head;
        public boolean put(int v) {
            Node n = new Node(v, null);
            synchronized (tails) { tail.next = n; tail = n; }
            return true;
        }
        public int take(int v) {
            synchronized (heads) {
                Node n = head.next;
                if (n == null) return -1;
                head = n;
                return n.v;
            }
        }
    }

    /** Sorted lists, as in Herlihy and Shavit's book, chapter 9. */
    abstract static class Sorted implements Bag {
        final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));
        static boolean link(Node p, int v) {
            if (p.next.v == v) return false;
            p.next = new Node(v, p.next);
            return true;
        }
        static int unlink(Node p, int v) {
            Node n = p.next;
            if (n.v != v) return -1;
            n.gone = true;
            p.next = n.next;
            return v;
        }
        Node before(int v) {
            Node p = head;
            for (Node n = p.next; n.v < v; n = n.next) p = n;
            return p;
        }
    }

    static final class Coarse extends Sorted {
        @Override public synchronized boolean put(int v) { return link(before(v), v); }
        @Override public synchronized int take(int v) { return unlink(before(v), v); }
    }

    static final class Optimistic extends Sorted {
        boolean valid(Node p, Node n) {
            Node x = head;
            while (x.v < p.v) x = x.next;
            return x == p && p.next == n;
        }
        public boolean put(int v) {
            for (;;) {
                Node p = before(v), n = p.next;
                synchronized (p) { synchronized (n) { if (valid(p, n)) return link(p, v); } }
            }
        }
        public int take(int v) {
            for (;;) {
                Node p = before(v), n = p.next;
                synchronized (p) { synchronized (n) { if (valid(p, n)) return unlink(p, v); } }
            }
        }
    }

    static final class Lazy extends Sorted {
        public boolean put(int v) {
            for (;;) {
                Node p = before(v), n = p.next;
                synchronized (p) { synchronized (n) { if (!p.gone && !n.gone && p.next == n) return link(p, v); } }
            }
        }
        public int take(int v) {
            for (;;) {
                Node p = before(v), n = p.next;
                synchronized (p) { synchronized (n) { if (!p.gone && !n.gone && p.next == n) return unlink(p, v); } }
            }
        }
    }

    static int some(Integer v) { return v == null ? -1 : v; }

    static Bag bag(String name) {
        switch (name) {
        case "treiber": return new Treiber();
        case "elimination": return new Elimination();
        case "msqueue": return new MsQueue();
        case "twolocks": return new TwoLocks();
        case "coarse": return new Coarse();
        case "optimistic": return new Optimistic();
        case "lazy": return new Lazy();
        case "map": return new Bag() {
            final ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
            public boolean put(int v) { return m.putIfAbsent(v, v) == null; }
            public int take(int v) { return some(m.remove(v)); }
        };
        case "skiplist": return new Bag() {
            final ConcurrentSkipListMap<Integer, Integer> m = new ConcurrentSkipListMap<>();
            public boolean put(int v) { return m.putIfAbsent(v, v) == null; }
            public int take(int v) { return some(m.remove(v)); }
        };
        case "deque": return new Bag() {
            final ConcurrentLinkedDeque<Integer> q = new ConcurrentLinkedDeque<>();
            public boolean put(int v) { return q.offerFirst(v); }
            public int take(int v) { return some(q.pollLast()); }
        };
        case "queue": return new Bag() {
            final ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
            public boolean put(int v) { return q.offer(v); }
            public int take(int v) { return some(q.poll()); }
        };
        case "blocking": return new Bag() {
            final LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<>(2);
            public boolean put(int v) { return q.offer(v); }
            public int take(int v) { return some(q.poll()); }
        };
        default: throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bag bag = bag(args[0]);
        int n = Integer.parseInt(args[1]), ops = Integer.parseInt(args[2]);
        int[] seen = new int[n];
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            int me = i;
            t[i] = new Thread(() -> {
                int sum = 0;
                for (int k = 0; k < ops; k++)
                    sum = sum * 8 + ((me + k) % 2 == 0 ? (bag.put(me) ? 7 : 6) : bag.take(me - 1) + 1);
                seen[me] = sum;
            });
        }
        for (Thread x : t) x.start();
        for (Thread x : t) x.join();
        StringBuilder out = new StringBuilder("R");
        for (int v : seen) out.append(' ').append(v);
        System.out.println(out);
    }
}
