// Red-black trees: navigation, views, comparators; LinkedHashMap in access order as an LRU cache.
import java.util.*;

public class TreeMaps {
    static class Lru<K, V> extends LinkedHashMap<K, V> {
        final int cap;

        Lru(int cap) {
            super(16, .75f, true);
            this.cap = cap;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> e) {
            return size() > cap;
        }
    }

    public static void main(String[] args) {
        TreeMap<Integer, String> t = new TreeMap<>();
        for (int i = 0; i < 50; i++) t.put(i * 17 % 53, "v" + i);
        for (int i = 0; i < 50; i += 3) t.remove(i);
        System.out.println(t);
        System.out.println(
                t.firstKey()
                        + " "
                        + t.lastEntry()
                        + " "
                        + t.floorKey(9)
                        + " "
                        + t.ceilingKey(9)
                        + " "
                        + t.higherKey(10)
                        + " "
                        + t.lowerEntry(1)
                        + " "
                        + t.headMap(10)
                        + " "
                        + t.tailMap(45, false)
                        + " "
                        + t.subMap(10, true, 16, true)
                        + " "
                        + t.descendingMap().headMap(40).size());
        t.subMap(10, 20).clear();
        System.out.println(
                t.pollFirstEntry()
                        + " "
                        + t.pollLastEntry()
                        + " "
                        + t.size()
                        + " "
                        + t.descendingKeySet());
        try {
            t.headMap(10).put(20, "x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            t.put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("null key");
        }
        try {
            new TreeMap<Object, Integer>(Map.of("a", 1)).put(1, 2);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        TreeMap<String, Integer> ci = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ci.put("B", 1);
        ci.put("a", 2);
        ci.put("b", 3);
        System.out.println(ci + " " + ci.comparator().compare("x", "X"));
        TreeSet<String> s =
                new TreeSet<>(
                        Comparator.comparing(String::length)
                                .thenComparing(Comparator.reverseOrder()));
        Collections.addAll(s, "dd", "a", "ccc", "b", "ee", "fff");
        System.out.println(
                s
                        + " "
                        + s.first()
                        + " "
                        + s.floor("zz")
                        + " "
                        + s.headSet("dd", true)
                        + " "
                        + s.descendingSet()
                        + " "
                        + s.pollFirst());
        Lru<String, Integer> l = new Lru<>(3);
        l.put("a", 1);
        l.put("b", 2);
        l.put("c", 3);
        l.get("a");
        l.put("d", 4);
        l.getOrDefault("c", 0);
        l.put("e", 5);
        System.out.println(l + " " + l.containsKey("b"));
        LinkedHashMap<Integer, Integer> h = new LinkedHashMap<>();
        for (int i = 5; i > 0; i--) h.put(i, i * i);
        h.put(3, 0);
        h.remove(4);
        h.put(4, 1);
        System.out.println(h + " " + new LinkedHashSet<>(List.of(3, 1, 2)));
        NavigableMap<Integer, String> g = new TreeMap<>();
        g.put(90, "A");
        g.put(80, "B");
        g.put(70, "C");
        for (int sc : new int[] {95, 85, 71}) System.out.print(g.floorEntry(sc).getValue());
        System.out.println(" " + g.navigableKeySet().lower(80) + g.entrySet());
    }
}
