// Small algorithms: primes, matrices, gcd, permutations, n-queens, knapsack, edit distance,
// floating sums.
import java.util.*;

public class MathPrograms {
    static void perms(String p, String r, List<String> out) {
        if (r.isEmpty()) out.add(p);
        for (int i = 0; i < r.length(); i++)
            perms(p + r.charAt(i), r.substring(0, i) + r.substring(i + 1), out);
    }

    static int queens(int n, int row, int c, int d, int e) {
        if (row == n) return 1;
        int s = 0;
        for (int m = ~(c | d | e) & ((1 << n) - 1); m != 0; m &= m - 1) {
            int b = m & -m;
            s += queens(n, row + 1, c | b, (d | b) << 1, (e | b) >>> 1);
        }
        return s;
    }

    static int edit(String a, String b) {
        int[][] t = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++)
            for (int j = 0; j <= b.length(); j++)
                t[i][j] =
                        i == 0
                                ? j
                                : j == 0
                                        ? i
                                        : Math.min(
                                                Math.min(t[i - 1][j], t[i][j - 1]) + 1,
                                                t[i - 1][j - 1]
                                                        + (a.charAt(i - 1) == b.charAt(j - 1)
                                                                ? 0
                                                                : 1));
        return t[a.length()][b.length()];
    }

    public static void main(String[] args) {
        BitSet p = new BitSet();
        p.set(2, 5000);
        for (int i = 2; i * i < 5000; i++)
            if (p.get(i)) for (int j = i * i; j < 5000; j += i) p.clear(j);
        System.out.println(p.cardinality() + " " + p.previousSetBit(4999));
        List<String> out = new ArrayList<>();
        perms("", "abcd", out);
        System.out.println(
                out.size()
                        + out.get(17)
                        + " "
                        + queens(7, 0, 0, 0, 0)
                        + " "
                        + edit("kitten", "sitting"));
        double[][] a = new double[8][8];
        for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) a[i][j] = 1.0 / (i + j + 1);
        double det = 1;
        for (int k = 0; k < 8; k++) {
            det *= a[k][k];
            for (int i = k + 1; i < 8; i++) {
                double f = a[i][k] / a[k][k];
                for (int j = k; j < 8; j++) a[i][j] -= f * a[k][j];
            }
        }
        System.out.println(det);
        float s = 0;
        double h = 0;
        for (int i = 1; i < 20000; i++) {
            s += 1f / i;
            h += 1.0 / i;
        }
        System.out.println(s + " " + h);
        int[] w = {3, 4, 5, 9, 4}, v = {3, 4, 4, 10, 4};
        int[] best = new int[12];
        for (int i = 0; i < 5; i++)
            for (int c = 11; c >= w[i]; c--) best[c] = Math.max(best[c], best[c - w[i]] + v[i]);
        System.out.println(best[11]);
        long x = 88172645463325252L;
        for (int i = 0; i < 1000; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        System.out.println(x);
        StringBuilder col = new StringBuilder();
        for (long n = 27; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1)
            if (n > 5000) col.append(n).append(' ');
        System.out.println(col);
    }
}
