// java.util collections: lists, sets, maps, views, iterators, unmodifiable and checked wrappers,
// concurrent modification.
import java.util.*;

public class CollectionsOps {
    static void t(Runnable r) {
        try {
            r.run();
            System.out.println("no exception");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(5, 3, 8, 1));
        l.add(2, 9);
        l.remove((Integer) 3);
        l.remove(0);
        l.addAll(1, List.of(7, 7));
        l.replaceAll(x -> x * 2);
        l.removeIf(x -> x == 16);
        System.out.println(
                l + " " + l.indexOf(14) + l.lastIndexOf(14) + l.subList(1, 3) + l.contains(2));
        List<Integer> sub = l.subList(0, 2);
        sub.set(0, -1);
        sub.clear();
        System.out.println(l);
        t(
                () -> {
                    for (Integer x : l) l.add(x);
                });
        t(() -> List.of(1).add(2));
        t(() -> List.of(1, null));
        t(() -> new ArrayList<>().iterator().next());
        t(() -> new ArrayList<>(-1));
        t(() -> l.get(10));
        t(() -> Collections.unmodifiableList(l).clear());
        t(() -> new ArrayDeque<>().add(null));
        t(() -> new TreeMap<String, String>().put(null, ""));
        t(() -> Collections.emptyList().add(null));
        t(() -> Map.of("a", 1, "a", 2));
        t(() -> new LinkedList<>().getFirst());
        t(() -> Arrays.asList(1, 2).remove(0));
        t(
                () -> {
                    List c = Collections.checkedList(new ArrayList<>(), String.class);
                    c.add(1);
                });
        List<String> w = new ArrayList<>(List.of("d", "a", "c", "b"));
        Collections.sort(w);
        Collections.reverse(w);
        Collections.swap(w, 0, 3);
        Collections.rotate(w, 1);
        System.out.println(
                w
                        + " "
                        + Collections.max(w)
                        + Collections.min(w)
                        + Collections.frequency(w, "a")
                        + Collections.binarySearch(List.of(1, 3, 5), 4)
                        + Collections.nCopies(2, "z")
                        + Collections.disjoint(w, List.of("q")));
        Collections.shuffle(w, new Random(42));
        System.out.println(w);
        Collections.fill(w, "f");
        System.out.println(w);
        Set<String> lh = new LinkedHashSet<>(List.of("z", "y", "x"));
        lh.add("z");
        lh.retainAll(Set.of("z", "x"));
        System.out.println(lh);
        TreeSet<Integer> ts = new TreeSet<>(Comparator.reverseOrder());
        ts.addAll(List.of(1, 5, 3));
        System.out.println(
                ts
                        + " "
                        + ts.first()
                        + ts.headSet(3, true)
                        + ts.ceiling(4)
                        + ts.descendingSet()
                        + ts.pollLast());
        Map<String, List<Integer>> g = new TreeMap<>();
        for (int i = 0; i < 6; i++) g.computeIfAbsent("k" + i % 3, k -> new ArrayList<>()).add(i);
        System.out.println(g + " " + g.getOrDefault("q", List.of()));
        Map<String, Integer> m = new LinkedHashMap<>();
        for (String s : "a b a c b a".split(" ")) m.merge(s, 1, Integer::sum);
        m.compute("d", (k, v) -> v == null ? 10 : v + 1);
        m.computeIfPresent("c", (k, v) -> null);
        m.putIfAbsent("a", 99);
        m.replaceAll((k, v) -> v * 10);
        System.out.println(
                m + " " + m.entrySet().iterator().next().getValue() + m.keySet() + m.values());
        m.keySet().removeIf(k -> k.equals("a"));
        m.entrySet().forEach(e -> e.setValue(0));
        System.out.println(m);
        Map<String, Integer> lru =
                new LinkedHashMap<>(8, .75f, true) {
                    protected boolean removeEldestEntry(Map.Entry<String, Integer> e) {
                        return size() > 2;
                    }
                };
        lru.put("a", 1);
        lru.put("b", 2);
        lru.get("a");
        lru.put("c", 3);
        System.out.println(lru);
        ListIterator<String> it = w.listIterator();
        it.next();
        it.set("first");
        it.add("second");
        System.out.println(it.previousIndex() + " " + w);
        Iterator<Integer> di = new ArrayDeque<>(List.of(1, 2, 3)).descendingIterator();
        System.out.println(di.next() + di.next());
        IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
        id.put(new String("x"), 1);
        id.put(new String("x"), 2);
        System.out.println(
                id.size()
                        + " "
                        + new WeakHashMap<>(Map.of("k", "v"))
                        + new Hashtable<>(Map.of(1, 2))
                        + new Vector<>(List.of(1))
                        + new Stack<Integer>().empty()
                        + EnumSet.range(Thread.State.RUNNABLE, Thread.State.WAITING)
                        + new EnumMap<>(Map.of(Thread.State.NEW, 1)));
        System.out.println(
                List.of(1, 2).equals(Arrays.asList(1, 2))
                        + " "
                        + List.of(1, 2).hashCode()
                        + Set.of(1).equals(new TreeSet<>(Set.of(1)))
                        + Map.entry("k", 1)
                        + new AbstractMap.SimpleEntry<>("a", "b")
                        + Map.of("k", 1).equals(new TreeMap<>(Map.of("k", 1)))
                        + List.copyOf(w)
                        + Arrays.deepToString(new int[][] {{1}, {2, 3}}));
        PriorityQueue<int[]> pq = new PriorityQueue<>((a, b) -> a[1] - b[1]);
        for (int i = 0; i < 5; i++) pq.add(new int[] {i, i * 7 % 5});
        StringBuilder sb = new StringBuilder();
        while (!pq.isEmpty()) sb.append(pq.poll()[0]);
        System.out.println(
                sb
                        + " "
                        + new BitSet() {
                            {
                                set(3);
                                set(70);
                                flip(1, 3);
                            }
                        });
    }
}
