// Spliterators, iterators of primitives, custom collections over AbstractList and friends.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class CustomCollections {
    static class Rng extends AbstractList<Integer> implements RandomAccess {
        final int n;

        Rng(int n) {
            this.n = n;
        }

        public Integer get(int i) {
            Objects.checkIndex(i, n);
            return i * i;
        }

        public int size() {
            return n;
        }
    }

    static class Bag extends AbstractCollection<String> {
        final List<String> l = new ArrayList<>();

        public boolean add(String s) {
            return l.add(s);
        }

        public Iterator<String> iterator() {
            return l.iterator();
        }

        public int size() {
            return l.size();
        }
    }

    static class M extends AbstractMap<String, Integer> {
        public Set<Entry<String, Integer>> entrySet() {
            return Set.of(Map.entry("one", 1));
        }
    }

    public static void main(String[] args) {
        Rng r = new Rng(5);
        System.out.println(
                r
                        + " "
                        + r.contains(9)
                        + r.indexOf(16)
                        + r.subList(1, 3)
                        + r.hashCode()
                        + r.equals(List.of(0, 1, 4, 9, 16))
                        + r.stream().mapToInt(x -> x).sum());
        try {
            r.add(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("no add");
        }
        try {
            r.get(5);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Bag b = new Bag();
        b.addAll(List.of("x", "y", "x"));
        b.removeIf("x"::equals);
        System.out.println(
                b
                        + " "
                        + b.contains("y")
                        + Arrays.toString(b.toArray(new String[0]))
                        + new M().get("one")
                        + new M()
                        + new M().hashCode());
        Spliterator<Integer> s = List.of(1, 2, 3, 4).spliterator(), t = s.trySplit();
        StringBuilder sb = new StringBuilder();
        t.forEachRemaining(x -> sb.append(x));
        sb.append('|');
        s.tryAdvance(x -> sb.append(x));
        System.out.println(
                sb
                        + " "
                        + s.estimateSize()
                        + s.hasCharacteristics(Spliterator.SIZED)
                        + StreamSupport.stream(
                                        Spliterators.spliteratorUnknownSize(
                                                List.of(7, 8).iterator(), 0),
                                        false)
                                .toList());
        PrimitiveIterator.OfInt pi = IntStream.range(0, 3).iterator();
        int sum = 0;
        while (pi.hasNext()) sum += pi.nextInt();
        System.out.println(
                sum
                        + " "
                        + new Object() {
                            int f(int... x) {
                                return x.length;
                            }
                        }.f(1, 2));
        Enumeration<Integer> en = Collections.enumeration(List.of(1, 2));
        System.out.println(
                Collections.list(en)
                        + " "
                        + Collections.unmodifiableMap(new TreeMap<>(Map.of(1, 2)))
                        + Collections.singletonList(1)
                        + Collections.synchronizedList(new ArrayList<>(List.of(3)))
                        + Collections.newSetFromMap(new TreeMap<String, Boolean>()).add("a")
                        + Collections.asLifoQueue(new ArrayDeque<>(List.of(1, 2))).peek()
                        + Collections.emptySortedMap());
    }
}
