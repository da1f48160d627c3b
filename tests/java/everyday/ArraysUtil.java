// java.util.Arrays and System.arraycopy: sorting, searching, filling, comparing, parallel prefix,
// streams, overlaps.
import java.util.*;

public class ArraysUtil {
    static void t(Runnable r) {
        try {
            r.run();
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        int[] a = new Random(1).ints(200, -50, 50).toArray(), b = a.clone();
        Arrays.sort(a);
        for (int i = 1; i < a.length; i++) if (a[i - 1] > a[i]) System.out.println("unsorted");
        System.out.println(
                Arrays.hashCode(a)
                        + " "
                        + Arrays.equals(a, b)
                        + Arrays.binarySearch(a, a[77]) / 200
                        + Arrays.mismatch(a, b)
                        + Arrays.compare(a, b));
        Integer[] c = Arrays.stream(b).boxed().toArray(Integer[]::new);
        Arrays.sort(
                c,
                Comparator.comparing((Integer x) -> Math.abs(x))
                        .thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.asList(c).subList(0, 12));
        Arrays.parallelSort(b);
        System.out.println(Arrays.equals(a, b));
        double[] d = {3.5, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d));
        String[] s = {"b", "A", "c"};
        Arrays.sort(s, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.toString(s) + Arrays.asList(s).indexOf("c"));
        char[] ch = "hello".toCharArray();
        Arrays.sort(ch, 1, 4);
        System.out.println(ch);
        long[] l = new long[5];
        Arrays.fill(l, 1, 3, 7L);
        Arrays.setAll(l, i -> l[i] + i);
        Arrays.parallelPrefix(l, Long::sum);
        System.out.println(Arrays.toString(l) + Arrays.stream(l).max().getAsLong());
        int[] o = {1, 2, 3, 4, 5};
        System.arraycopy(o, 0, o, 2, 3);
        System.out.println(
                Arrays.toString(o)
                        + Arrays.toString(Arrays.copyOf(o, 7))
                        + Arrays.toString(Arrays.copyOfRange(o, 3, 6)));
        t(() -> System.arraycopy(o, 0, o, 3, 3));
        t(() -> System.arraycopy(o, 0, new long[9], 0, 1));
        t(() -> System.arraycopy("x", 0, o, 0, 1));
        Object[] objs = {"a", 1};
        String[] strs = new String[2];
        t(() -> System.arraycopy(objs, 0, strs, 0, 2));
        System.out.println(strs[0]);
        t(() -> Arrays.sort(new Object[] {1, "x"}));
        t(() -> Arrays.copyOf(o, -1));
        t(() -> Arrays.fill(o, 3, 2, 0));
        t(() -> System.arraycopy(null, 0, o, 0, 0));
        int[][] m = {{1, 2}, {3}, {}};
        System.out.println(
                Arrays.deepToString(m)
                        + Arrays.deepHashCode(m)
                        + Arrays.deepEquals(m, new int[][] {{1, 2}, {3}, {}})
                        + m.clone()[1][0]);
        Object[] self = new Object[2];
        self[0] = self;
        System.out.println(Arrays.deepToString(self));
        boolean[] z = new boolean[3];
        Arrays.fill(z, true);
        byte[] by = {3, -1, 2};
        Arrays.sort(by);
        short[] sh = {5, 4};
        Arrays.sort(sh);
        float[] f = {2f, -1f};
        Arrays.sort(f);
        System.out.println(
                Arrays.toString(z)
                        + Arrays.toString(by)
                        + Arrays.toString(sh)
                        + Arrays.toString(f)
                        + Arrays.compareUnsigned(by, new byte[] {0})
                        + Arrays.equals(new char[] {'a', 'b'}, 1, 2, new char[] {'b'}, 0, 1));
        List<int[]> big = new ArrayList<>();
        for (int i = 0; i < 20; i++) big.add(new int[] {i % 3, i});
        big.sort(Comparator.comparingInt(x -> x[0]));
        StringBuilder sb = new StringBuilder();
        for (int[] x : big) sb.append(x[1]).append(' ');
        System.out.println(sb);
        t(
                () -> {
                    Integer[] bad = new Random(3).ints(100).boxed().toArray(Integer[]::new);
                    Arrays.sort(bad, (x, y) -> (x ^ y) > 0 ? 1 : -1);
                });
    }
}
