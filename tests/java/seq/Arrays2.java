// Arrays of every type, multi-dimensional and jagged, clone, java.util.Arrays.
import java.util.Arrays;
import java.util.Collections;

public class Arrays2 {
    static long[][] mul(long[][] a, long[][] b) {
        long[][] r = new long[a.length][b[0].length];
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < b[0].length; j++)
                for (int k = 0; k < b.length; k++) r[i][j] += a[i][k] * b[k][j];
        return r;
    }

    public static void main(String[] args) {
        boolean[] z = {true, false, true};
        byte[] b = {-128, 127, (byte) 200};
        short[] s = {-1, (short) 40000};
        char[] c = {'a', '\uffff'};
        int[] i = {1 << 31, 5};
        long[] l = {1L << 63, 6};
        float[] f = {1.5f, Float.NaN};
        double[] d = {1e300, -0.0};
        String[] t = {"x", null};
        z[1] ^= true;
        b[0]--;
        s[1] >>= 3;
        c[1]++;
        i[0] += 2.5;
        l[1] <<= 60;
        f[0] /= 3;
        d[1] *= -1;
        System.out.println(
                Arrays.toString(z)
                        + Arrays.toString(b)
                        + Arrays.toString(s)
                        + (int) c[1]
                        + Arrays.toString(i)
                        + Arrays.toString(l)
                        + Arrays.toString(f)
                        + Arrays.toString(d)
                        + Arrays.toString(t));
        int[][][] m = new int[2][3][];
        m[1][2] = new int[] {4, 5};
        m[0] = new int[][] {{1}, {}, null};
        System.out.println(
                Arrays.deepToString(m)
                        + " "
                        + m.getClass().getName()
                        + " "
                        + m[1].getClass().getSimpleName()
                        + " "
                        + new long[0][0][0].getClass());
        double[][] tri = new double[5][];
        for (int r = 0; r < 5; r++) {
            tri[r] = new double[r + 1];
            tri[r][0] = tri[r][r] = 1;
            for (int q = 1; q < r; q++) tri[r][q] = tri[r - 1][q - 1] + tri[r - 1][q];
        }
        System.out.println(Arrays.deepToString(tri));
        System.out.println(
                Arrays.deepToString(
                        mul(new long[][] {{1, 2}, {3, 4}}, new long[][] {{5, 6}, {7, 1L << 62}})));
        int[][] src = {{1, 2}, {3}};
        int[][] cl = src.clone();
        cl[0][0] = 99;
        cl[1] = new int[] {7};
        System.out.println(
                Arrays.deepToString(src)
                        + Arrays.deepToString(cl)
                        + (src[0] == cl[0])
                        + Arrays.equals(src, cl)
                        + Arrays.deepEquals(src, new int[][] {{99, 2}, {3}}));
        int[] so = {5, 3, 9, -1, 3};
        Arrays.sort(so);
        System.out.println(
                Arrays.toString(so)
                        + Arrays.binarySearch(so, 5)
                        + Arrays.binarySearch(so, 4)
                        + Arrays.hashCode(so)
                        + Arrays.stream(so).sum()
                        + Arrays.toString(Arrays.copyOfRange(so, 3, 8))
                        + Arrays.asList(1, 2).hashCode());
        Integer[] bx = {3, 1, 2};
        Arrays.sort(bx, Collections.reverseOrder());
        System.out.println(
                Arrays.asList(bx)
                        + " "
                        + Arrays.mismatch(new int[] {1, 2}, new int[] {1, 3})
                        + Arrays.compare(new byte[] {1}, new byte[] {2})
                        + Arrays.deepHashCode(src));
        double[] ds = {3, Double.NaN, -0.0, 0.0, -1};
        Arrays.sort(ds);
        long[] big = new long[1000];
        Arrays.setAll(big, k -> (k * 7919L) % 1009);
        Arrays.sort(big, 10, 990);
        Arrays.fill(big, 0, 10, 1L);
        System.out.println(
                Arrays.toString(ds)
                        + Arrays.hashCode(big)
                        + Arrays.toString(Arrays.copyOf(new boolean[] {true}, 3)));
        Object o = new int[][] {{1}};
        System.out.println(
                (o instanceof Object[])
                        + " "
                        + (o instanceof int[][])
                        + " "
                        + (((Object[]) o)[0] instanceof int[])
                        + " "
                        + (o instanceof Cloneable)
                        + " "
                        + int[].class.getSuperclass()
                        + " "
                        + Arrays.asList(int[].class.getInterfaces()));
        int idx = 0;
        int[] ev = new int[4];
        ev[idx++] = idx++ + idx;
        ev[idx] = idx = 3;
        System.out.println(Arrays.toString(ev) + idx);
    }
}
