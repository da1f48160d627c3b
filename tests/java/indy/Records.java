// verdict: runs; output as java's. Records' equals, hashCode and toString.
import java.util.*;

public class Records {
    record Empty() {}

    record One(int x) {}

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
            int[] arr,
            Object o) {}

    record Gen<T extends Comparable<T>>(T a, List<T> b) {}

    record Node(String name, Node next) {}

    record Loud(E x, E y) {}

    record Own(int x) {
        public String toString() {
            return "own " + x;
        }

        public boolean equals(Object o) {
            return o instanceof Own;
        }

        public int hashCode() {
            return 5;
        }
    }

    record Neg(int x) {
        Neg {
            if (x < 0) throw new IllegalArgumentException("neg " + x);
        }

        static int n;

        int twice() {
            return 2 * x;
        }
    }

    enum Color {
        RED,
        GREEN
    }

    record Paint(Color c, Optional<String> s) {}

    record Wide(long a, double b, long c, double d) {}

    static class E {
        final int v;

        E(int v) {
            this.v = v;
        }

        public boolean equals(Object o) {
            System.out.println("equals " + v);
            return o instanceof E e && e.v == v;
        }

        public int hashCode() {
            System.out.println("hash " + v);
            return v;
        }

        public String toString() {
            System.out.println("string " + v);
            return "E" + v;
        }
    }

    static All all(double d) {
        return new All(
                (byte) -1, (short) 2, 'c', -3, 1L << 40, -0f, d, true, "t", null, List.of(1));
    }

    public static void main(String[] args) {
        System.out.println(
                new Empty() + " " + new Empty().hashCode() + " " + new Empty().equals(new Empty()));
        System.out.println(
                new One(5)
                        + " "
                        + new One(5).hashCode()
                        + " "
                        + new One(5).equals(new One(5))
                        + new One(5).equals(new One(6))
                        + new One(5).equals(null)
                        + new One(5).equals("x"));
        All a = all(2.5), b = all(2.5), c = all(Double.NaN), d = all(Double.NaN);
        System.out.println(
                a
                        + " "
                        + a.hashCode()
                        + " "
                        + a.equals(b)
                        + a.equals(c)
                        + c.equals(d)
                        + c.hashCode());
        System.out.println(all(0.0).equals(all(-0.0)) + " " + all(-0.0).hashCode());
        System.out.println(
                new Gen<>("q", List.of("r", "s"))
                        + " "
                        + new Gen<>("q", List.of("r", "s")).hashCode());
        Node n = new Node("a", new Node("b", null));
        System.out.println(
                n + " " + n.hashCode() + " " + n.equals(new Node("a", new Node("b", null))));
        Loud x = new Loud(new E(1), new E(2)),
                y = new Loud(new E(1), new E(2)),
                z = new Loud(new E(1), new E(3));
        System.out.println(x.equals(y));
        System.out.println(x.equals(z));
        System.out.println(x.hashCode());
        System.out.println(x);
        System.out.println(
                new Own(3) + " " + new Own(3).hashCode() + new Own(3).equals(new Own(4)));
        try {
            new Neg(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + new Neg(4).twice());
        }
        System.out.println(
                new Paint(Color.GREEN, Optional.empty()).toString()
                        + new Paint(Color.RED, Optional.of("w"))
                                .equals(new Paint(Color.RED, Optional.of("w"))));
        System.out.println(
                new Wide(1, 2, 3, 4)
                        + " "
                        + new Wide(1, 2, 3, 4).hashCode()
                        + new Wide(1, 2, 3, 4).equals(new Wide(1, 2, 3, 5)));
        record Local(String s, char c) {}
        System.out.println(new Local("l", 'x') + " " + new Local("l", 'x').hashCode());
        Set<One> set = new HashSet<>();
        for (int i = 0; i < 5; i++) set.add(new One(i % 3));
        System.out.println(set.size() + " " + set.contains(new One(2)));
        System.out.println(Arrays.toString(One.class.getRecordComponents()));
    }
}
