// Records with static factories, nested generics, overriding accessors, implementing Comparable,
// hash of every component type, local records, annotations on components, varargs.
import java.lang.annotation.*;
import java.util.*;
import java.util.stream.*;

public class RecordWorld {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Unit {
        String value() default "m";
    }

    record All(
            byte b,
            short s,
            char c,
            int i,
            long l,
            float f,
            double d,
            boolean z,
            String t,
            int[] a,
            Object o) {}

    record Empty() {}

    record Range(int lo, int hi) implements Comparable<Range>, Iterable<Integer> {
        static int made;
        static final Range UNIT = new Range(0, 1);

        Range {
            if (lo > hi) throw new IllegalArgumentException("(%d,%d)".formatted(lo, hi));
            made++;
        }

        Range(int hi) {
            this(0, hi);
        }

        static Range of(int... v) {
            return new Range(IntStream.of(v).min().orElse(0), IntStream.of(v).max().orElse(0));
        }

        public int compareTo(Range r) {
            return Comparator.comparingInt(Range::lo)
                    .thenComparing(Range::hi, Comparator.reverseOrder())
                    .compare(this, r);
        }

        public Iterator<Integer> iterator() {
            return IntStream.range(lo, hi).iterator();
        }

        @Override
        public int hi() {
            return hi * 10;
        }

        int len() {
            return hi - lo;
        }
    }

    record Pair<A, B extends Comparable<B>>(A first, @Unit("cm") B second) {
        <C extends Comparable<C>> Pair<A, C> with(C c) {
            return new Pair<>(first, c);
        }
    }

    record Args(String name, Object... rest) {}

    record Node(int v, Node next) {
        int sum() {
            return v + (next == null ? 0 : next.sum());
        }
    }

    public static void main(String[] args) throws Exception {
        All x =
                new All(
                        (byte) -1,
                        (short) 2,
                        'c',
                        -4,
                        1L << 40,
                        1.5f,
                        -0.0,
                        true,
                        "t",
                        null,
                        List.of(1));
        All y =
                new All(
                        (byte) -1,
                        (short) 2,
                        'c',
                        -4,
                        1L << 40,
                        1.5f,
                        -0.0,
                        true,
                        "t",
                        null,
                        List.of(1));
        System.out.println(
                x + " " + x.equals(y) + " " + (x.hashCode() == y.hashCode()) + " " + x.hashCode());
        System.out.println(
                new All((byte) 0, (short) 0, 'c', 0, 0, 0f, 0.0, false, null, null, null)
                                .equals(
                                        new All(
                                                (byte) 0, (short) 0, 'c', 0, 0, -0f, 0.0, false,
                                                null, null, null))
                        + " "
                        + new Empty()
                        + new Empty().equals(new Empty())
                        + new Empty().hashCode());
        record NaN(float f, double d) {}
        System.out.println(
                new NaN(Float.NaN, Double.NaN).equals(new NaN(Float.NaN, Double.NaN))
                        + " "
                        + new NaN(1, 2).hashCode());
        Range r = new Range(3);
        int t = 0;
        for (int k : r) t += k;
        System.out.println(
                r
                        + " "
                        + t
                        + " "
                        + Range.of(5, 2, 9).len()
                        + " "
                        + Range.made
                        + " "
                        + new TreeSet<>(
                                List.of(new Range(1, 2), new Range(0, 4), new Range(1, 9))));
        try {
            new Range(2, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                new Pair<>("k", 1).with("v")
                        + " "
                        + Arrays.stream(Pair.class.getRecordComponents())
                                .map(
                                        c ->
                                                c.getName()
                                                        + ":"
                                                        + c.getGenericType()
                                                        + (c.getAnnotation(Unit.class) == null
                                                                ? ""
                                                                : c.getAnnotation(Unit.class)
                                                                        .value()))
                                .toList());
        System.out.println(
                new Args("n", 1, 2).rest().length
                        + " "
                        + new Node(1, new Node(2, new Node(3, null))).sum()
                        + " "
                        + new Node(1, new Node(2, null)));
        System.out.println(
                Stream.of("b", "a", "cc")
                        .map(
                                s -> {
                                    record Len(String s, int n) {}
                                    return new Len(s, s.length());
                                })
                        .sorted(Comparator.comparing(l -> l.s()))
                        .map(l -> l.toString())
                        .collect(Collectors.joining(";")));
        var c = Range.class.getDeclaredConstructor(int.class, int.class);
        try {
            c.newInstance(5, 1);
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        var f = Range.class.getDeclaredField("lo");
        f.setAccessible(true);
        try {
            f.setInt(r, 5);
        } catch (IllegalAccessException e) {
            System.out.println("final: " + e.getMessage());
        }
        System.out.println(
                Range.class.isRecord()
                        + " "
                        + Range.class.getSuperclass()
                        + " "
                        + java.lang.reflect.Modifier.toString(Range.class.getModifiers())
                        + " "
                        + new HashSet<>(List.of(new Node(1, null))).contains(new Node(1, null)));
        Set<Object> s = new HashSet<>();
        s.add(new Pair<>(null, 1));
        System.out.println(
                s.contains(new Pair<>(null, 1))
                        + " "
                        + new Pair<>(null, 1)
                        + new Pair<>(null, 1).hashCode());
    }
}
