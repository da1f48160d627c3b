// HashMap and HashSet iteration order (by hash and history), resizing, treeified bins, compute
// family.
import java.util.*;

public class HashOrder {
    static class K implements Comparable<K> {
        final int v;

        K(int v) {
            this.v = v;
        }

        @Override
        public int hashCode() {
            return v % 4;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof K && ((K) o).v == v;
        }

        public int compareTo(K o) {
            return Integer.compare(v, o.v);
        }

        @Override
        public String toString() {
            return "k" + v;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> m = new HashMap<>();
        for (String w :
                "the quick brown fox jumps over the lazy dog again and again until the end of all days"
                        .split(" ")) m.merge(w, 1, Integer::sum);
        System.out.println(m);
        Map<Object, Object> mixed = new HashMap<>();
        mixed.put(1, "i");
        mixed.put(1L, "l");
        mixed.put('a', "c");
        mixed.put(1.5, "d");
        mixed.put(null, "n");
        mixed.put(true, "b");
        mixed.put("1", "s");
        mixed.put(List.of(1), "L");
        System.out.println(mixed + " " + mixed.get(null) + " " + mixed.containsValue("d"));
        Map<K, Integer> t = new HashMap<>();
        for (int i = 0; i < 100; i++) t.put(new K(i * 37 % 101), i);
        int sum = 0;
        for (int i = 0; i < 101; i++) sum += t.getOrDefault(new K(i), -1000);
        System.out.println(t + " " + sum);
        for (int i = 0; i < 95; i++) t.remove(new K(i));
        System.out.println(t + " " + t.keySet() + " " + t.values());
        Set<Integer> s = new HashSet<>();
        for (int i = 0; i < 40; i++) s.add(i * 1000003);
        s.removeIf(x -> x % 2 == 0);
        System.out.println(s);
        m.computeIfAbsent("new", k -> k.length());
        m.computeIfPresent("the", (k, v) -> null);
        m.compute("fox", (k, v) -> v == null ? 1 : v + 41);
        m.putIfAbsent("dog", 99);
        m.replaceAll((k, v) -> v * 2);
        m.replace("lazy", 2, 7);
        m.entrySet().removeIf(e -> e.getValue() > 80);
        System.out.println(
                m.size()
                        + " "
                        + m.get("the")
                        + " "
                        + m.get("lazy")
                        + " "
                        + m.getOrDefault("zzz", -1)
                        + " "
                        + new TreeMap<>(m));
        try {
            m.computeIfAbsent(
                    "x",
                    k -> {
                        m.put("y" + m.size(), 1);
                        return 1;
                    });
        } catch (ConcurrentModificationException e) {
            System.out.println(e);
        }
        Map<String, List<Integer>> multi = new LinkedHashMap<>();
        for (int i = 0; i < 9; i++)
            multi.computeIfAbsent("g" + i % 3, k -> new ArrayList<>()).add(i);
        System.out.println(multi + " " + m.entrySet().iterator().next().getClass().getName());
        Map<Character, Integer> cm = new HashMap<>(2, 5f);
        for (char c : "mississippi river".toCharArray()) cm.put(c, cm.getOrDefault(c, 0) + 1);
        System.out.println(
                cm
                        + " "
                        + new HashMap<>(Map.of(1, 2)).equals(Map.of(1, 2))
                        + " "
                        + new Hashtable<>(cm));
        System.out.println(
                new java.util.concurrent.ConcurrentHashMap<>(cm)
                        + " "
                        + Collections.unmodifiableMap(cm).get('s')
                        + " "
                        + new WeakHashMap<>(Map.of("w", 1)));
    }
}
