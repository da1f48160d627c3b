import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * args[1] threads that do the same; main makes data for each, of the kind args[0], and hands them to it. Each works with
 * its own, and then takes one lock with all others ("lock"), writes an element of its own ("element"), or does no more.
 */
public class OwnData {
    static final Object monitor = new Object();
    static int[] results;
    static int x;

    static class Node {
        int v;
        Node next;
    }

    static void work(Runnable mine, String end, int i) {
        mine.run();
        switch (end) {
            case "lock" -> {
                synchronized (monitor) {
                    x++;
                }
            }
            case "element" -> results[i] = 1;
            default -> {}
        }
    }

    static Runnable data(String how) {
        switch (how) {
            case "none" -> {
                return () -> {};
            }
            case "map" -> {
                Map<Integer, Integer> m = new HashMap<>();
                for (int i = 0; i < 3; i++) m.put(i, i);
                return () -> m.put(1, m.get(1) + 1);
            }
            case "strings" -> {
                Map<String, Integer> m = new HashMap<>();
                for (String s : new String[] {"a", "b", "c"}) m.put(s, 1);
                return () -> m.merge("b", 1, Integer::sum);
            }
            case "objects" -> {
                Map<Object, Integer> m = new HashMap<>();
                Object[] keys = {new Object(), new Object()};
                for (Object o : keys) m.put(o, 1);
                return () -> m.put(keys[0], 2);
            }
            case "set" -> {
                HashSet<Integer> m = new HashSet<>();
                for (int i = 0; i < 3; i++) m.add(i);
                return () -> m.add(4);
            }
            case "tree" -> {
                TreeMap<Integer, Integer> m = new TreeMap<>();
                for (int i = 0; i < 3; i++) m.put(i, i);
                return () -> m.put(1, 7);
            }
            case "list" -> {
                List<Integer> m = new ArrayList<>();
                for (int i = 0; i < 3; i++) m.add(i);
                return () -> m.add(1);
            }
            case "linked" -> {
                LinkedList<Integer> m = new LinkedList<>();
                for (int i = 0; i < 3; i++) m.add(i);
                return () -> m.add(1);
            }
            case "deque" -> {
                ArrayDeque<Integer> m = new ArrayDeque<>();
                for (int i = 0; i < 3; i++) m.add(i);
                return () -> m.poll();
            }
            case "builder" -> {
                StringBuilder m = new StringBuilder("abc");
                return () -> m.append("d");
            }
            case "lock" -> {
                ReentrantLock m = new ReentrantLock();
                int[] c = {0};
                return () -> {
                    m.lock();
                    try {
                        c[0]++;
                    } finally {
                        m.unlock();
                    }
                };
            }
            case "sync" -> {
                int[] c = {0};
                return () -> {
                    synchronized (c) {
                        c[0]++;
                    }
                };
            }
            case "atomic" -> {
                AtomicInteger m = new AtomicInteger();
                return () -> m.incrementAndGet();
            }
            case "array" -> {
                int[] m = new int[20];
                return () -> m[3] = m[2] + 1;
            }
            case "nested" -> {
                Node head = null;
                for (int i = 0; i < 5; i++) {
                    Node o = new Node();
                    o.next = head;
                    head = o;
                }
                Node last = head;
                return () -> {
                    for (Node o = last; o != null; o = o.next) o.v++;
                };
            }
            case "matrix" -> {
                Object[][] m = new Object[3][3];
                for (int i = 0; i < 9; i++) m[i / 3][i % 3] = new Node();
                return () -> ((Node) m[1][1]).v++;
            }
            case "lambda" -> {
                int[] c = {0};
                Runnable one = () -> c[0]++;
                Runnable two = () -> one.run();
                return () -> two.run();
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[1]);
        String end = args[2];
        Thread[] threads = new Thread[n];
        results = new int[n];
        for (int i = 0; i < n; i++) {
            Runnable mine = data(args[0]);
            int number = i;
            threads[i] = end.equals("element") ? new Thread(() -> work(mine, end, number))
                                               : new Thread(() -> work(mine, end, 0));
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        if (end.equals("lock") && x != n) throw new AssertionError(x);
    }
}
