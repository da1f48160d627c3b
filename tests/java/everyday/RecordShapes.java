// Records: all component types, compact and explicit constructors, nesting, generics, interfaces,
// equality of floats and arrays.
import java.util.*;

public class RecordShapes {
    record Empty() {}

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
            List<?> q) {}

    record Range(int lo, int hi) implements Comparable<Range> {
        static int made;

        Range {
            if (lo > hi) throw new IllegalArgumentException(lo + ">" + hi);
            made++;
        }

        Range(int hi) {
            this(0, hi);
        }

        int size() {
            return hi - lo;
        }

        public int compareTo(Range o) {
            return Integer.compare(size(), o.size());
        }
    }

    record Pair<A, B>(A a, B b) {
        <C> Pair<A, C> with(C c) {
            return new Pair<>(a, c);
        }

        static <T> Pair<T, T> twin(T t) {
            return new Pair<>(t, t);
        }
    }

    record Own(int x, String y) {
        public String toString() {
            return "own" + x;
        }

        public int hashCode() {
            return 5;
        }

        public boolean equals(Object o) {
            return o instanceof Own p && p.x == x;
        }

        public String y() {
            return "<" + y + ">";
        }
    }

    record Node(int v, Node next) {}

    record Var(String... xs) {}

    public static void main(String[] args) {
        System.out.println(
                new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        int[] arr = {1};
        All a = new All((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.0, true, "t", null, List.of(1)),
                a2 = new All((byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.0, true, "t", null, List.of(1));
        System.out.println(
                a
                        + " "
                        + a.equals(a2)
                        + " "
                        + (a.hashCode() == a2.hashCode())
                        + " "
                        + a.hashCode());
        System.out.println(
                new All(
                                (byte) 0,
                                (short) 0,
                                'x',
                                0,
                                0,
                                Float.NaN,
                                Double.NaN,
                                false,
                                null,
                                arr,
                                null)
                        .equals(
                                new All(
                                        (byte) 0,
                                        (short) 0,
                                        'x',
                                        0,
                                        0,
                                        Float.NaN,
                                        Double.NaN,
                                        false,
                                        null,
                                        arr,
                                        null)));
        System.out.println(
                new Pair<>(0.0, 1).equals(new Pair<>(-0.0, 1))
                        + " "
                        + new Pair<>(arr, 1).equals(new Pair<>(arr.clone(), 1))
                        + " "
                        + new Pair<>(null, null).equals(new Pair<>(null, null))
                        + new Pair<>(null, null).hashCode());
        System.out.println(
                new Range(3)
                        + " "
                        + new Range(2, 9).size()
                        + " "
                        + Range.made
                        + " "
                        + new Range(1).compareTo(new Range(5, 6)));
        try {
            new Range(2, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                new Pair<>("x", 1).with('c')
                        + " "
                        + Pair.twin(List.of())
                        + " "
                        + new Pair<>("x", 2L).hashCode());
        System.out.println(
                new Own(1, "q")
                        + " "
                        + new Own(1, "q").equals(new Own(1, "r"))
                        + " "
                        + new Own(1, "q").y());
        System.out.println(
                new Node(1, new Node(2, null))
                        + " "
                        + new Node(1, new Node(2, null)).hashCode()
                        + " "
                        + new Node(1, null).equals("x"));
        System.out.println(
                new Var("a", "b").xs().length
                        + " "
                        + Arrays.toString(RecordShapes.All.class.getRecordComponents()).length()
                        + " "
                        + Range.class.isRecord());
        for (var c : Pair.class.getRecordComponents())
            System.out.print(
                    c.getName()
                            + ":"
                            + c.getType().getSimpleName()
                            + ":"
                            + c.getGenericType()
                            + " ");
        System.out.println(
                new TreeSet<>(List.of(new Range(1, 9), new Range(3, 4), new Range(0, 5))));
        Map<Range, String> m = new HashMap<>();
        m.put(new Range(1, 2), "v");
        System.out.println(m.get(new Range(1, 2)) + m);
        if ((Object) a instanceof All x && x.i() > 3) System.out.println("pattern " + x.c());
    }
}
