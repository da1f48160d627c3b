// Sorting: stability, comparators that break their contract, big arrays, parallel to hand-written
// sorts.
import java.util.*;

public class Sorting {
    static void quick(int[] a, int lo, int hi) {
        if (lo >= hi) return;
        int p = a[(lo + hi) >>> 1], i = lo, j = hi;
        while (i <= j) {
            while (a[i] < p) i++;
            while (a[j] > p) j--;
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        quick(a, lo, j);
        quick(a, i, hi);
    }

    static <T> void insertion(T[] a, Comparator<? super T> c) {
        for (int i = 1; i < a.length; i++) {
            T x = a[i];
            int j = i;
            for (; j > 0 && c.compare(a[j - 1], x) > 0; j--) a[j] = a[j - 1];
            a[j] = x;
        }
    }

    public static void main(String[] args) {
        Random r = new Random(99);
        int[] a = r.ints(3000, -5000, 5000).toArray(), b = a.clone();
        Arrays.sort(a);
        quick(b, 0, b.length - 1);
        System.out.println(
                Arrays.equals(a, b) + " " + a[0] + " " + a[1500] + " " + Arrays.hashCode(a));
        String[] w = new String[200], v;
        for (int i = 0; i < w.length; i++) w[i] = Integer.toString(r.nextInt(1000), 36) + i % 7;
        v = w.clone();
        Arrays.sort(
                w, Comparator.comparing((String s) -> s.length()).thenComparing(s -> s.charAt(0)));
        insertion(
                v, Comparator.comparing((String s) -> s.length()).thenComparing(s -> s.charAt(0)));
        System.out.println(Arrays.equals(w, v) + " " + String.join(",", Arrays.copyOf(w, 12)));
        long[] l = new long[700];
        for (int i = 0; i < l.length; i++) l[i] = r.nextLong();
        Arrays.sort(l);
        double[] d = new double[400];
        for (int i = 0; i < d.length; i++) d[i] = r.nextGaussian();
        Arrays.sort(d);
        byte[] by = new byte[300];
        r.nextBytes(by);
        Arrays.sort(by);
        char[] ch = "the quick brown fox".toCharArray();
        Arrays.sort(ch);
        short[] sh = {5, -1, 3};
        Arrays.sort(sh);
        System.out.println(
                l[0]
                        + " "
                        + l[699]
                        + " "
                        + d[0]
                        + " "
                        + d[399]
                        + " "
                        + Arrays.hashCode(by)
                        + " "
                        + new String(ch)
                        + " "
                        + Arrays.toString(sh));
        Integer[] big = new Integer[100];
        for (int i = 0; i < 100; i++) big[i] = (i * 31) % 100;
        try {
            Arrays.sort(big, (x, y) -> (x * 17 + y * 3) % 3 - 1);
            System.out.println("sorted somehow");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.sort(new Object[] {1, "x"});
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        List<Integer> seq = new ArrayList<>();
        for (int i = 0; i < 500; i++) seq.add(i < 250 ? i : 750 - i);
        Collections.sort(seq);
        System.out.println(seq.get(250) + " " + seq.hashCode());
        System.out.println(
                Arrays.toString(
                        Arrays.stream(new String[] {"b", null, "a"})
                                .sorted(Comparator.nullsFirst(Comparator.naturalOrder()))
                                .toArray()));
    }
}
