import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.TreeMap;

/** One cost at a time, at a size that is given: Growth KIND N. */
public class Growth {
    static int c, d;
    static final List<Object> KEPT = new ArrayList<>();

    static Thread adding(int n) {
        Thread t =
                new Thread(
                        () -> {
                            for (int i = 0; i < n; i++) c = c + 1;
                        });
        t.start();
        return t;
    }

    /** Every value of one counter beside every value of the other: about 4 N states without reduction. */
    static void states(int n) throws InterruptedException {
        int k = (int) Math.sqrt(n);
        Thread t = adding(k);
        for (int i = 0; i < k; i++) d++;
        t.join();
    }

    /** N lines printed before the first choice, which stay part of what a path has printed. */
    static void output(int n) throws InterruptedException {
        for (int i = 0; i < n; i++) System.out.println("line " + i);
        Thread t = adding(10);
        for (int i = 0; i < 10; i++) c = c + 1;
        t.join();
        System.out.println(c);
    }

    /** N objects that nobody changes. */
    static void objects(int n, int steps) throws InterruptedException {
        for (int i = 0; i < n; i++) KEPT.add(new int[] {i});
        Thread t = adding(steps);
        for (int i = 0; i < steps; i++) c = c + 1;
        t.join();
    }

    static class Node {
        Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static Node head;

    /** A new head on an old list of N nodes, and the old head again, while another thread looks at it. */
    static void heads(int n) throws InterruptedException {
        for (int i = 0; i < n; i++) head = new Node(head);
        Thread t =
                new Thread(
                        () -> {
                            for (int i = 0; i < 1_000; i++) if (head != null) c = i;
                        });
        t.start();
        for (int i = 0; i < 1_000; i++) {
            Node old = head;
            head = new Node(old);
            head = old;
            d = c;
        }
        t.join();
    }

    /** A list of N nodes that grows while another thread may look at it. */
    static void lists(int n) throws InterruptedException {
        Thread t =
                new Thread(
                        () -> {
                            if (head != null) c = 1;
                        });
        t.start();
        for (int i = 0; i < n; i++) head = new Node(head);
        t.join();
    }

    /** N threads that wait for ever. */
    static void waiting(int n) {
        Runnable r =
                () -> {
                    synchronized (KEPT) {
                        try {
                            KEPT.wait();
                        } catch (InterruptedException e) {
                            c++;
                        }
                    }
                };
        for (int i = 0; i < n; i++) new Thread(r).start();
    }

    /** N threads that wait, and go on when all of them are there. */
    static void together(int n) throws InterruptedException {
        Thread[] all = new Thread[n];
        for (int i = 0; i < n; i++) {
            all[i] =
                    new Thread(
                            () -> {
                                synchronized (KEPT) {
                                    c++;
                                    if (c == n) KEPT.notifyAll();
                                    while (c < n) {
                                        try {
                                            KEPT.wait();
                                        } catch (InterruptedException e) {
                                            return;
                                        }
                                    }
                                }
                            });
            all[i].start();
        }
        for (Thread t : all) t.join();
        System.out.println(c);
    }

    static Node tail;
    static ArrayList<Object> array;
    static HashMap<Integer, Object> map;
    static TreeMap<Integer, Object> tree;
    static LinkedList<Integer> linked;
    static final Object LOCK = new Object();

    static void add(String what, int i) {
        switch (what) {
            case "push":
                head = new Node(head);
                break;
            case "tail":
                tail = tail.next = new Node(null);
                break;
            case "append":
                Node last = head;
                while (last.next != null) last = last.next;
                last.next = new Node(null);
                break;
            case "queue": // two in, one out
                tail = tail.next = new Node(null);
                tail = tail.next = new Node(null);
                head = head.next;
                break;
            case "linked":
                linked.add(i);
                break;
            case "array":
                array.add(i);
                break;
            case "map":
                map.put(i * 7, KEPT);
                break;
            case "tree":
                tree.put((int) (i * 0x9E3779B1L >>> 8), KEPT);
                break;
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /** A structure grows by N elements, each in a transition of its own; other threads look at it once each. */
    static void grown(String what, int n, int lookers) throws InterruptedException {
        head = tail = new Node(null);
        array = new ArrayList<>();
        map = new HashMap<>();
        tree = new TreeMap<>();
        linked = new LinkedList<>();
        Runnable look =
                () -> {
                    synchronized (LOCK) {
                        d = head == null ? 1 : 2;
                    }
                };
        Thread[] all = new Thread[lookers];
        for (int i = 0; i < lookers; i++) {
            all[i] = new Thread(look);
            all[i].start();
        }
        for (int i = 0; i < n; i++) {
            synchronized (LOCK) {
                add(what, i);
            }
        }
        for (Thread t : all) t.join();
    }

    /** N threads that do the same. */
    static void alike(int n) {
        Runnable r =
                () -> {
                    synchronized (KEPT) {
                        c++;
                    }
                };
        for (int i = 0; i < n; i++) new Thread(r).start();
    }

    /** N objects, as an array, a list or a map has them. */
    static Object ballast(String how, int n) {
        switch (how) {
            case "array":
                Object[] array = new Object[n];
                for (int i = 0; i < n; i++) array[i] = new int[] {i};
                return array;
            case "linked":
                Node first = null;
                for (int i = 0; i < n; i++) first = new Node(first);
                return first;
            default:
                HashMap<Integer, Object> map = new HashMap<>();
                for (int i = 0; i < n; i++) map.put(i, new int[] {i});
                return map;
        }
    }

    static Object beside;

    /** Threads that do the same, twice each, beside N objects: of a static field, or of main alone. */
    static void beside(String how, int n, String where, int threads) {
        Object mine = ballast(how, n);
        if (where.equals("static")) {
            beside = mine;
            mine = null;
        }
        Runnable r =
                () -> {
                    for (int i = 0; i < 2; i++) {
                        synchronized (KEPT) {
                            c++;
                        }
                    }
                };
        for (int i = 0; i < threads; i++) new Thread(r).start();
        synchronized (KEPT) {
            if (mine == KEPT) c++;
        }
    }

    /** Paths of N transitions. */
    static void depth(int n) throws InterruptedException {
        Thread t = adding(1);
        for (int i = 0; i < n; i++) c = i & 1;
        t.join();
    }

    /** An error at the end of a path of about 4 N transitions. */
    static void error(int n) throws InterruptedException {
        Thread t = adding(n);
        for (int i = 0; i < n; i++) c = c + 1;
        t.join();
        throw new IllegalStateException("c is " + c);
    }

    /** About N states at the ends of paths of 10,000 transitions, between which `words` words of one array differ. */
    static void far(int n, int words) throws InterruptedException {
        Thread t = adding(Math.max(1, n / 20_000));
        int[] mine = new int[words];
        KEPT.add(mine);
        for (int i = 0; i < 5_000; i++) {
            mine[i % words] = i;
            d = i;
        }
        t.join();
    }

    public static void main(String[] a) throws InterruptedException {
        int n = Integer.parseInt(a[1]);
        switch (a[0]) {
            case "nothing":
                adding(n).join();
                break;
            case "states":
                if (a.length > 2) objects(Integer.parseInt(a[2]), 0);
                states(n);
                break;
            case "output":
                output(n);
                break;
            case "alike":
                alike(n);
                break;
            case "beside":
                beside(a[2], n, a[3], Integer.parseInt(a[4]));
                break;
            case "heads":
                heads(n);
                break;
            case "lists":
                lists(n);
                break;
            case "waiting":
                waiting(n);
                break;
            case "together":
                together(n);
                break;
            case "objects":
                objects(n, 10);
                break;
            case "error":
                error(n);
                break;
            case "far":
                far(n, Integer.parseInt(a[2]));
                break;
            case "grown":
                grown(a[2], n, a.length > 3 ? Integer.parseInt(a[3]) : 1);
                break;
            case "depth":
                depth(n);
                break;
            default:
                throw new IllegalArgumentException(a[0]);
        }
    }
}
