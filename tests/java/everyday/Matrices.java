// Two-dimensional arrays, jagged ones, multi-dimensional creation, long arithmetic, toString of
// nested arrays.
import java.util.*;

public class Matrices {
    static long[][] mul(long[][] a, long[][] b) {
        int n = a.length;
        long[][] c = new long[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    c[i][j] = (c[i][j] + a[i][k] * b[k][j]) % 1_000_000_007L;
        return c;
    }

    public static void main(String[] args) {
        long[][] f = {{1, 1}, {1, 0}}, r = {{1, 0}, {0, 1}};
        for (long n = 1_000_000_000_000L; n > 0; n >>= 1) {
            if ((n & 1) == 1) r = mul(r, f);
            f = mul(f, f);
        }
        System.out.println(Arrays.deepToString(r));
        int[][][] c = new int[2][3][];
        c[1][2] = new int[] {7};
        System.out.println(Arrays.deepToString(c));
        char[][] grid = {"#.#".toCharArray(), "..#".toCharArray()};
        for (char[] row : grid) {
            for (int i = 0; i < row.length / 2; i++) {
                char t = row[i];
                row[i] = row[2 - i];
                row[2 - i] = t;
            }
            System.out.println(row);
        }
        Object o = new byte[2][4][1];
        System.out.println(
                o.getClass().getName() + ((byte[][][]) o)[1].length + (o instanceof Object[][]));
        try {
            Object[] x = new int[1][1];
            x[0] = "s";
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
    }
}
