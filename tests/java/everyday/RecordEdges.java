// Records: compact constructors, nested and generic ones, interfaces, statics, annotations, equality of
// doubles and arrays, serialization through the constructor.
import java.io.*;
import java.util.*;
import java.util.function.*;

public class RecordEdges {
    record Range(int lo, int hi) implements Comparable<Range>, Iterable<Integer> {
        static int made;
        Range {
            if (lo > hi) {
                int t = lo;
                lo = hi;
                hi = t;
            }
            made++;
        }
        Range(int hi) { this(0, hi); }
        public int compareTo(Range o) { return Integer.compare(hi - lo, o.hi - o.lo); }
        public Iterator<Integer> iterator() { return java.util.stream.IntStream.range(lo, hi).iterator(); }
        static Range parse(String s) {
            String[] p = s.split("\\.\\.");
            return new Range(Integer.parseInt(p[0]), Integer.parseInt(p[1]));
        }
    }
    record Pair<A extends Comparable<? super A>, B>(A first, B second) {
        <C> Pair<A, C> with(C c) { return new Pair<>(first, c); }
        static <T extends Comparable<T>> Pair<T, T> twice(T t) { return new Pair<>(t, t); }
    }
    record Nums(byte b, short s, char c, long l, float f, double d, boolean z) {}
    record Empty() {}
    record Var(String name, int... xs) {
        @Override
        public boolean equals(Object o) {
            return o instanceof Var v && v.name.equals(name) && Arrays.equals(v.xs, xs);
        }
        @Override
        public int hashCode() {
            return name.hashCode() * 31 + Arrays.hashCode(xs);
        }
    }
    record Hidden(String secret) {
        @Override
        public String secret() {
            return "*".repeat(secret.length());
        }
    }
    record Checked(String s) implements Serializable {
        Checked {
            Objects.requireNonNull(s, "s");
            s = s.strip();
            System.out.print("<" + s + ">");
        }
    }
    record Node<T>(T value, Node<T> next) {
        int size() { return next == null ? 1 : 1 + next.size(); }
    }
    public static void main(String[] args) throws Exception {
        System.out.println(new Range(9, 4) + " " + new Range(3) + " " + Range.parse("7..5").equals(new Range(5, 7))
                           + " " + Range.made);
        int sum = 0;
        for (int i : new Range(1, 5)) sum += i;
        System.out.println(sum + " " + Collections.max(List.of(new Range(1, 3), new Range(9, 2), new Range(4))));
        Pair<String, List<Integer>> p = new Pair<>("k", List.of(1, 2));
        System.out.println(
            p.with(3.5) + " " + Pair.twice("t") + " " + p.hashCode() + " " + new Pair<>(null, null).hashCode());
        Nums n = new Nums((byte) -1, (short) 300, 'e', Long.MIN_VALUE, -0.0f, Double.NaN, true);
        System.out.println(n + " " + n.hashCode() + " "
                           + n.equals(new Nums((byte) -1, (short) 300, 'e', Long.MIN_VALUE, 0.0f, Double.NaN, true))
                           + n.equals(new Nums((byte) -1, (short) 300, 'e', Long.MIN_VALUE, -0.0f, 0.0 / 0.0, true)));
        System.out.println(
            new Empty() + " " + new Empty().hashCode() + new Empty().equals(new Empty()) + new Empty().equals(null));
        System.out.println(new Var("v", 1, 2).equals(new Var("v", 1, 2)) + " " + new Var("w").xs().length + " "
                           + new Var("v", 1, 2).hashCode());
        Hidden h = new Hidden("abc");
        System.out.println(h + " " + h.secret() + " " + h.equals(new Hidden("abc")));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Checked(" pad "));
        }
        System.out.println(new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject());
        try {
            new Checked(null);
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        Node<String> list = new Node<>("a", new Node<>("b", null));
        System.out.println(list + " " + list.size() + " " + list.equals(new Node<>("a", new Node<>("b", null))));
        record Local(int x, Supplier<Integer> s) {
            int both() { return x + s.get(); }
        }
        System.out.println(new Local(4, () -> 5).both());
        for (var c : Pair.class.getRecordComponents())
            System.out.print(c + "|" + c.getGenericType() + "|" + c.getAccessor().getName() + " ");
        System.out.println(
            Local.class.isRecord() + " " + java.lang.reflect.Modifier.toString(Local.class.getModifiers()));
        Map<Range, String> m = new HashMap<>();
        m.put(new Range(2), "two");
        m.merge(new Range(2, 0), "again", String::concat);
        System.out.println(m);
    }
}
