// Records: accessors, compact constructors, equals, hashCode, toString, nesting, generics,
// serial-free reflection.
import java.util.*;

public class Records {
    record Empty() {}

    record P(int x, int y) {
        static final P ORIGIN = new P(0, 0);

        P {
            if (x < 0) throw new IllegalArgumentException("x " + x);
            y = Math.max(y, 0);
        }

        P(int both) {
            this(both, both);
        }

        double len() {
            return Math.sqrt(x * x + y * y);
        }
    }

    record All(
            boolean z,
            byte b,
            short s,
            char c,
            int i,
            long l,
            float f,
            double d,
            String t,
            int[] a,
            List<?> li) {}

    record Pair<A, B extends Comparable<B>>(A a, B b) implements Comparable<Pair<A, B>> {
        public int compareTo(Pair<A, B> o) {
            return b.compareTo(o.b);
        }

        static <T extends Comparable<T>> Pair<T, T> twice(T t) {
            return new Pair<>(t, t);
        }
    }

    record Over(String s) {
        @Override
        public String s() {
            return "<" + s + ">";
        }

        @Override
        public int hashCode() {
            return 5;
        }

        @Override
        public String toString() {
            return "Over!";
        }
    }

    record F(float f, double d) {}

    public static void main(String[] args) {
        System.out.println(
                new P(3, -4)
                        + " "
                        + new P(3, 4).len()
                        + " "
                        + new P(7)
                        + " "
                        + P.ORIGIN.equals(new P(0, 0))
                        + " "
                        + new P(1, 2).hashCode()
                        + " "
                        + new Empty()
                        + new Empty().hashCode()
                        + new Empty().equals(new Empty()));
        try {
            new P(-1, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] arr = {1};
        All a = new All(true, (byte) -1, (short) 2, 'c', 4, 5L, 6f, 7.0, "t", arr, List.of(1)),
                b =
                        new All(
                                true,
                                (byte) -1,
                                (short) 2,
                                'c',
                                4,
                                5L,
                                6f,
                                7.0,
                                new String("t"),
                                arr,
                                List.of(1));
        System.out.println(
                a.equals(b)
                        + " "
                        + (a.hashCode() == b.hashCode())
                        + " "
                        + a.equals(
                                new All(
                                        true,
                                        (byte) -1,
                                        (short) 2,
                                        'c',
                                        4,
                                        5L,
                                        6f,
                                        7.0,
                                        "t",
                                        arr.clone(),
                                        List.of(1)))
                        + " "
                        + a.toString()
                                .startsWith(
                                        "All[z=true, b=-1, s=2, c=c, i=4, l=5, f=6.0, d=7.0, t=t,"
                                            + " a=[I@"));
        System.out.println(
                new Pair<>("k", 3)
                        + " "
                        + Pair.twice("z")
                        + " "
                        + new Pair<>(null, 1).equals(new Pair<>(null, 1))
                        + " "
                        + new Pair<>(null, 1).hashCode()
                        + " "
                        + new TreeSet<>(List.of(new Pair<>(1, 2), new Pair<>(2, 1))));
        System.out.println(
                new Over("q").s()
                        + new Over("q")
                        + new Over("q").equals(new Over("q"))
                        + new Over("a").hashCode()
                        + new Over(null));
        System.out.println(
                new F(0f, 0.0).equals(new F(-0f, 0.0))
                        + " "
                        + new F(Float.NaN, Double.NaN).equals(new F(Float.NaN, Double.NaN))
                        + " "
                        + new F(1, 2).hashCode()
                        + " "
                        + new P(1, 1).equals(null)
                        + new P(1, 1).equals("x"));
        record Loc(int n, String... s) {}
        System.out.println(
                new Loc(1, "a", "b").s().length
                        + " "
                        + Loc.class.isRecord()
                        + " "
                        + Arrays.stream(Loc.class.getRecordComponents())
                                .map(c -> c.getName() + ":" + c.getType().getSimpleName())
                                .toList());
        Map<P, String> m = new HashMap<>();
        for (int i = 0; i < 20; i++) m.put(new P(i % 5, i % 3), "v" + i);
        System.out.println(m.size() + " " + m.get(new P(4, 1)) + " " + m);
    }
}
