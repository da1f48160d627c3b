// LinkedHashMap as a cache, TreeMap navigation, IdentityHashMap, EnumMap, WeakHashMap, compute
// family, entry views that write through, iteration with removal, ConcurrentModificationException.
import java.util.*;

public class MapsDeep {
    enum C {
        R,
        G,
        B
    }

    public static void main(String[] args) {
        LinkedHashMap<Integer, String> lru =
                new LinkedHashMap<>(4, .75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<Integer, String> e) {
                        return size() > 3;
                    }
                };
        for (int i = 1; i < 5; i++) {
            lru.put(i, "v" + i);
            lru.get(2);
        }
        System.out.println(lru);
        TreeMap<String, Integer> t = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String s : "the Quick brown fox The".split(" ")) t.merge(s, 1, Integer::sum);
        System.out.println(
                t
                        + " "
                        + t.floorKey("q")
                        + t.ceilingEntry("g")
                        + t.headMap("fox", true)
                        + t.descendingMap()
                        + t.pollFirstEntry()
                        + t.subMap("a", "g")
                        + t.firstKey());
        SortedMap<String, Integer> v = t.tailMap("g");
        v.put("zoo", 9);
        System.out.println(t.get("ZOO"));
        try {
            v.put("abc", 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
        id.put(new String("k"), 1);
        id.put(new String("k"), 2);
        System.out.println(id.size() + " " + id.containsKey("k"));
        EnumMap<C, List<Integer>> em = new EnumMap<>(C.class);
        em.computeIfAbsent(C.B, k -> new ArrayList<>()).add(1);
        em.put(C.R, null);
        System.out.println(em + " " + em.containsKey(C.G));
        WeakHashMap<Object, Integer> w = new WeakHashMap<>();
        Object key = new Object();
        w.put(key, 1);
        System.out.println(w.size());
        Map<String, Integer> m = new HashMap<>(Map.of("a", 1, "b", 2));
        System.out.println(
                m.compute("a", (k, x) -> x == null ? 0 : x + 10)
                        + " "
                        + m.computeIfPresent("b", (k, x) -> null)
                        + " "
                        + m.computeIfAbsent("c", String::length)
                        + " "
                        + m.merge("c", 5, (x, y) -> null)
                        + " "
                        + m.putIfAbsent("a", 3)
                        + " "
                        + m.getOrDefault("zz", -1)
                        + m
                        + m.replace("a", 11, 12)
                        + m.remove("a", 5));
        for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(e.getValue() * 2);
        System.out.println(m);
        m.put("q", 1);
        m.put("r", 2);
        m.keySet().removeIf(k -> k.equals("q"));
        m.values().remove(2);
        System.out.println(m);
        m.replaceAll((k, x) -> -x);
        System.out.println(m);
        Map<Integer, Integer> big = new HashMap<>();
        for (int i = 0; i < 100; i++) big.put(i * 64, i);
        Iterator<Integer> it = big.keySet().iterator();
        int n = 0;
        while (it.hasNext())
            if (it.next() % 128 == 0) {
                it.remove();
                n++;
            }
        System.out.println(n + " " + big.size());
        try {
            for (Integer k : big.keySet()) big.put(k + 1, 0);
        } catch (ConcurrentModificationException e) {
            System.out.println("cme");
        }
        class Bad implements Comparable<Bad> {
            final int v;

            Bad(int v) {
                this.v = v;
            }

            public int hashCode() {
                return 1;
            }

            public boolean equals(Object o) {
                return o instanceof Bad b && b.v == v;
            }

            public int compareTo(Bad b) {
                return Integer.compare(v, b.v);
            }
        }
        Map<Bad, Integer> tree = new HashMap<>();
        for (int i = 0; i < 50; i++) tree.put(new Bad(i % 40), i);
        System.out.println(
                tree.size() + " " + tree.get(new Bad(7)) + tree.containsKey(new Bad(41)));
        NavigableSet<Integer> ns = new TreeSet<>(List.of(5, 1, 9, 3));
        System.out.println(
                ns.lower(5)
                        + " "
                        + ns.higher(9)
                        + ns.headSet(5)
                        + ns.descendingSet()
                        + ns.pollLast()
                        + ns.subSet(1, false, 5, true));
        BitSet b = new BitSet();
        b.set(3, 7);
        b.flip(5);
        System.out.println(
                b
                        + " "
                        + b.cardinality()
                        + b.nextClearBit(3)
                        + b.length()
                        + Arrays.toString(b.toLongArray()));
        PriorityQueue<int[]> pq = new PriorityQueue<>((x, y) -> y[0] - x[0]);
        for (int i : new int[] {3, 8, 1}) pq.add(new int[] {i});
        System.out.println(pq.poll()[0] + "" + pq.peek()[0]);
        ListIterator<String> li = new ArrayList<>(List.of("a", "b", "c")).listIterator(1);
        li.next();
        li.set("B");
        li.add("x");
        System.out.println(li.previous() + li.nextIndex());
        List<Integer> l = new LinkedList<>(List.of(1, 2, 3, 4));
        l.subList(1, 3).clear();
        Collections.rotate(l, 1);
        System.out.println(
                l
                        + " "
                        + Collections.frequency(l, 4)
                        + Collections.disjoint(l, Set.of(9))
                        + Collections.binarySearch(List.of(1, 3, 5), 4)
                        + Collections.nCopies(2, "z"));
        Collections.shuffle(l, new Random(1));
        System.out.println(
                l
                        + ""
                        + Arrays.deepToString(new int[][] {{1}, {2, 3}})
                        + Arrays.asList(1, 2).hashCode()
                        + List.of(List.of(1), 2));
    }
}
