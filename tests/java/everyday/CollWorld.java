// Collections at the edges: views that write through, concurrent modification, identity and weak maps,
// navigable maps, bit sets, wrappers and what they refuse.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class CollWorld {
    static void t(String n, Supplier<?> s) {
        try {
            System.out.print(n + "=" + s.get() + " ");
        } catch (RuntimeException e) {
            System.out.print(
                n + "!" + e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ":" + e.getMessage()) + " ");
        }
    }
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(5, 3, 8, 1));
        List<Integer> sub = l.subList(1, 3);
        sub.set(0, 9);
        sub.add(7);
        Collections.swap(sub, 0, 2);
        System.out.println(l + "" + sub);
        l.add(0);
        t("cme", sub::size);
        t("rem", () -> l.remove(Integer.valueOf(5)) + "" + l.remove(0) + l);
        ListIterator<Integer> it = l.listIterator();
        it.next();
        it.add(42);
        it.previous();
        it.set(43);
        t("iter", () -> {
            for (Integer i : l)
                if (i == 43) l.remove(i);
            return l;
        });
        t("ise", () -> {
            l.iterator().remove();
            return 0;
        });
        t("rif", () -> l.removeIf(i -> i > 40) + "" + l);
        t("repl", () -> {
            l.replaceAll(i -> i * 2);
            return l;
        });
        System.out.println();
        TreeMap<String, Integer> tm = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String s : "the Quick brown fox Jumps over THE lazy dog".split(" ")) tm.merge(s, 1, Integer::sum);
        System.out.println(tm + " " + tm.headMap("l", true).descendingMap() + tm.ceilingKey("g")
                           + tm.lowerEntry("brown") + tm.pollFirstEntry() + tm.subMap("f", "p").size()
                           + tm.descendingKeySet().first() + tm.tailMap("p", true).firstEntry());
        SortedMap<String, Integer> sm = tm.subMap("f", "p");
        t("range", () -> sm.put("z", 1));
        t("clear", () -> {
            sm.clear();
            return tm;
        });
        t("null", () -> tm.put(null, 1));
        t("cce", () -> new TreeSet<Object>(List.of(1, "a")));
        t("cce2", () -> new TreeMap<>().put(new Object(), 1));
        System.out.println();
        Map<String, Integer> hm = new HashMap<>();
        t("compute",
            ()
                -> hm.compute("a", (k, v) -> v == null ? 1 : v + 1) + "" + hm.compute("a", (k, v) -> null)
                       + hm.containsKey("a"));
        t("cia", () -> hm.computeIfAbsent("x", k -> hm.put("y", 1)));
        t("merge", () -> hm.merge("x", 5, (p, q) -> null) + "" + hm);
        t("pia",
            ()
                -> hm.putIfAbsent("n", null) + "" + hm.putIfAbsent("n", 2) + hm.getOrDefault("zz", 7)
                       + hm.replace("n", 2, 3) + hm);
        t("entry", () -> {
            for (var e : hm.entrySet()) e.setValue(e.getValue() == null ? -1 : e.getValue() * 2);
            return new TreeMap<>(hm);
        });
        t("keyset", () -> hm.keySet().retainAll(Set.of("n")) + "" + hm + hm.values().remove(6) + hm);
        t("imm", () -> Map.of("k", 1).put("j", 2));
        t("dup", () -> Map.of("k", 1, "k", 2));
        t("dupset", () -> Set.of(1, 1));
        t("nul", () -> List.of(1, null));
        t("cont", () -> List.of(1).contains(null));
        t("copy", () -> List.copyOf(Arrays.asList(1, null)));
        t("e", () -> Map.entry("k", null));
        System.out.println();
        IdentityHashMap<String, Integer> im = new IdentityHashMap<>();
        im.put("k", 1);
        im.put(new String("k"), 2);
        System.out.print(im.size() + " " + im.get("k") + im.containsKey(new String("k")) + " ");
        LinkedHashMap<Integer, String> lru = new LinkedHashMap<>(4, 0.75f, true) {
            protected boolean removeEldestEntry(Map.Entry<Integer, String> e) { return size() > 3; }
        };
        for (int i = 0; i < 4; i++) {
            lru.put(i, "v" + i);
            lru.get(1);
        }
        System.out.println(lru);
        WeakHashMap<Object, String> wm = new WeakHashMap<>();
        Object key = new Object();
        wm.put(key, "kept");
        wm.put(null, "n");
        System.out.println(wm.get(key) + wm.size() + wm.get(null));
        PriorityQueue<int[]> pq = new PriorityQueue<>((x, y) -> x[1] != y[1] ? y[1] - x[1] : x[0] - y[0]);
        for (int i = 0; i < 7; i++) pq.add(new int[] {i, i * 37 % 5});
        StringBuilder b = new StringBuilder();
        while (!pq.isEmpty()) b.append(Arrays.toString(pq.poll()));
        System.out.println(b + " " + new PriorityQueue<>(List.of(5, 1, 4, 2, 3))
                           + new PriorityQueue<>(Collections.reverseOrder()).poll());
        ArrayDeque<Integer> dq = new ArrayDeque<>(2);
        for (int i = 0; i < 5; i++) {
            dq.offerFirst(i);
            dq.offerLast(-i);
        }
        dq.pollFirst();
        dq.removeFirstOccurrence(-2);
        dq.push(77);
        System.out.print(dq + "" + dq.peekLast() + dq.descendingIterator().next() + " ");
        t("nulldq", () -> dq.add(null));
        t("emptydq", () -> new ArrayDeque<>().pop());
        t("el", () -> new LinkedList<>().element());
        t("peek", () -> new Stack<>().peek());
        System.out.println();
        BitSet bs = new BitSet();
        bs.set(1, 5);
        bs.set(64);
        bs.flip(3, 66);
        BitSet o = BitSet.valueOf(new long[] {0xf0f0L, 1});
        System.out.print(bs + " " + bs.cardinality() + bs.length() + bs.size() + bs.nextClearBit(5)
                         + bs.previousSetBit(70) + o + bs.intersects(o) + " ");
        o.andNot(bs);
        bs.xor(o);
        System.out.println(o + "" + bs.get(0, 9) + Arrays.toString(bs.toLongArray()) + Arrays.toString(o.toByteArray())
                           + bs.hashCode() + bs.stream().limit(3).boxed().toList());
        List<Integer> src = IntStream.range(0, 8).boxed().collect(Collectors.toList());
        Collections.rotate(src, 3);
        System.out.print(src);
        Collections.rotate(src.subList(2, 6), -1);
        System.out.print(src + "" + Collections.indexOfSubList(src, List.of(0, 1)) + Collections.frequency(src, 3)
                         + Collections.disjoint(src, List.of(9)) + Collections.binarySearch(List.of(1, 3, 5), 4)
                         + Collections.max(src, Comparator.comparing(i -> i % 5)) + Collections.nCopies(3, "z") + " ");
        Collections.fill(src.subList(0, 2), 99);
        Collections.replaceAll(src, 99, 0);
        Collections.addAll(src, 3, 4);
        System.out.println(src);
        t("unmod", () -> Collections.unmodifiableList(src).add(1));
        t("checked", () -> {
            List raw = Collections.checkedList(new ArrayList<>(), String.class);
            return raw.add(1);
        });
        t("empty", () -> Collections.emptyIterator().next());
        t("single", () -> Collections.singletonMap("k", 1).remove("k"));
        t("sync",
            ()
                -> Collections.synchronizedMap(new TreeMap<>(Map.of(1, 2))) + ""
                       + Collections.newSetFromMap(new IdentityHashMap<>())
                       + Collections.asLifoQueue(new ArrayDeque<>(List.of(1, 2))).peek());
        t("aslist", () -> {
            Integer[] arr = {3, 1, 2};
            List<Integer> v = Arrays.asList(arr);
            Collections.sort(v);
            arr[0] = 9;
            return v + "" + v.set(1, 4) + Arrays.toString(arr);
        });
        t("aslistadd", () -> Arrays.asList(1).add(2));
        System.out.println();
        int[] ia = {5, 2, 9, 1, 7};
        Arrays.sort(ia, 1, 4);
        System.out.print(Arrays.toString(ia) + Arrays.binarySearch(ia, 1, 4, 3)
                         + Arrays.mismatch(ia, new int[] {5, 1, 3}) + Arrays.compare(ia, new int[] {5, 1})
                         + Arrays.equals(ia, 0, 2, new int[] {5, 1}, 0, 2) + Arrays.hashCode(ia)
                         + Arrays.deepHashCode(new Object[] {ia, "x", new long[] {1}})
                         + Arrays.toString(Arrays.copyOfRange(ia, 3, 7)));
        Arrays.setAll(ia, i -> i * i);
        Arrays.parallelPrefix(ia, Integer::sum);
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.toString(ia) + Arrays.toString(boxed) + Arrays.stream(ia, 1, 3).sum()
                           + Arrays.asList(boxed).indexOf(1)
                           + Arrays.deepEquals(new Object[] {new int[] {1}}, new Object[] {new int[] {1}}));
        t("tim", () -> {
            Integer[] z = new Integer[64];
            Random r = new Random(5);
            for (int i = 0; i < 64; i++) z[i] = r.nextInt();
            Arrays.sort(z, (x, y) -> x > y ? 1 : (x + y) % 3 == 0 ? 1 : -1);
            return "sorted";
        });
        t("neg", () -> new ArrayList<>(-1));
        t("cap", () -> new HashMap<>(-1));
        t("arrcopy", () -> {
            System.arraycopy(new int[2], 0, new long[2], 0, 1);
            return 0;
        });
        t("arrcopy2", () -> {
            Object[] s = {"a", 1};
            String[] d = new String[2];
            try {
                System.arraycopy(s, 0, d, 0, 2);
            } catch (ArrayStoreException e) { return d[0] + d[1] + e.getMessage(); }
            return 0;
        });
        t("arrcopy3", () -> {
            System.arraycopy(new int[2], 1, new int[2], 0, 2);
            return 0;
        });
        System.out.println();
        Iterator<Integer> gen = new Iterator<>() {
            int i;
            public boolean hasNext() { return i < 3; }
            public Integer next() { return i++; }
        };
        Iterable<Integer> ib = () -> gen;
        System.out.println(StreamSupport.stream(ib.spliterator(), false).map(i -> i * i).toList() + ""
                           + Stream.of(1).iterator().next() + IntStream.range(0, 3).spliterator().getExactSizeIfKnown()
                           + PrimitiveIterator.OfInt.class.getSimpleName());
        Hashtable<String, Integer> ht = new Hashtable<>(Map.of("a", 1));
        Enumeration<String> en = ht.keys();
        System.out.println(
            en.nextElement() + ht + new Vector<>(List.of(1, 2)).elementAt(1)
            + new Properties().getProperty("none", "dflt")
            + Optional.<Integer>empty().or(() -> Optional.of(3)).map(i -> i + 1).filter(i -> i > 3).stream().count()
            + OptionalInt.of(3) + Optional.ofNullable(null).isPresent() + Optional.of(1).equals(Optional.of(1)));
        t("opt", () -> Optional.empty().orElseThrow());
        t("opt2", () -> Optional.of(1).flatMap(i -> null));
        t("opt3", () -> Optional.empty().orElseThrow(() -> new IllegalStateException("mine")));
        Comparator<String> c = Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
        System.out.println(Stream.of("bb", "a", "cc", "ddd", null).sorted(Comparator.nullsLast(c)).toList());
    }
}
