// A linked list, a binary tree and a graph search written by hand.
import java.util.*;

public class LinkedStructures {
    static class Tree<K extends Comparable<K>, V> implements Iterable<K> {
        private class N {
            K k;
            V v;
            N l, r;

            N(K k, V v) {
                this.k = k;
                this.v = v;
            }
        }

        N root;
        int size;

        V put(K k, V v) {
            if (root == null) {
                root = new N(k, v);
                size++;
                return null;
            }
            N n = root;
            while (true) {
                int c = k.compareTo(n.k);
                if (c == 0) {
                    V o = n.v;
                    n.v = v;
                    return o;
                }
                N x = c < 0 ? n.l : n.r;
                if (x == null) {
                    if (c < 0) n.l = new N(k, v);
                    else n.r = new N(k, v);
                    size++;
                    return null;
                }
                n = x;
            }
        }

        public Iterator<K> iterator() {
            List<K> out = new ArrayList<>();
            walk(root, out);
            return out.iterator();
        }

        private void walk(N n, List<K> out) {
            if (n == null) return;
            walk(n.l, out);
            out.add(n.k);
            walk(n.r, out);
        }
    }

    public static void main(String[] args) {
        Tree<String, Integer> t = new Tree<>();
        for (String s : "m c x a d z m".split(" ")) System.out.print(t.put(s, s.hashCode()) + " ");
        for (String s : t) System.out.print(s);
        System.out.println(t.size);
        Map<Integer, List<Integer>> g = new HashMap<>();
        for (int[] e : new int[][] {{1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 5}})
            g.computeIfAbsent(e[0], k -> new ArrayList<>()).add(e[1]);
        Deque<Integer> q = new ArrayDeque<>(List.of(1));
        Map<Integer, Integer> d = new TreeMap<>(Map.of(1, 0));
        while (!q.isEmpty()) {
            int n = q.poll();
            for (int m : g.getOrDefault(n, List.of()))
                if (d.putIfAbsent(m, d.get(n) + 1) == null) q.add(m);
        }
        System.out.println(d);
    }
}
