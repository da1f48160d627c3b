// A longer mixed computation: an interpreter for a small language, matrices, a life board, a hash
// of it all.
import java.util.*;

public class Simulation {
    static int run(String prog, int in) {
        Deque<Integer> st = new ArrayDeque<>();
        st.push(in);
        String[] ops = prog.split(" ");
        for (int pc = 0, steps = 0; pc < ops.length && steps < 10000; pc++, steps++) {
            switch (ops[pc]) {
                case "dup" -> st.push(st.peek());
                case "mul" -> st.push(st.pop() * st.pop());
                case "add" -> st.push(st.pop() + st.pop());
                case "dec" -> st.push(st.pop() - 1);
                case "swap" -> {
                    int a = st.pop(), b = st.pop();
                    st.push(a);
                    st.push(b);
                }
                case "jnz" -> {
                    int to = Integer.parseInt(ops[++pc]);
                    if (st.peek() != 0) pc = to - 1;
                }
                default -> st.push(Integer.parseInt(ops[pc]));
            }
        }
        return st.stream().reduce(0, Integer::sum);
    }

    static boolean[][] life(boolean[][] b) {
        int n = b.length;
        boolean[][] r = new boolean[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int c = 0;
                for (int di = -1; di <= 1; di++)
                    for (int dj = -1; dj <= 1; dj++)
                        if ((di | dj) != 0 && b[(i + di + n) % n][(j + dj + n) % n]) c++;
                r[i][j] = c == 3 || b[i][j] && c == 2;
            }
        return r;
    }

    static int queens(int n, int row, int cols, int d1, int d2) {
        if (row == n) return 1;
        int c = 0;
        for (int free = ~(cols | d1 | d2) & (1 << n) - 1; free != 0; free &= free - 1) {
            int bit = free & -free;
            c += queens(n, row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >>> 1);
        }
        return c;
    }

    static String lcs(String a, String b) {
        int[][] t = new int[a.length() + 1][b.length() + 1];
        for (int i = 1; i <= a.length(); i++)
            for (int j = 1; j <= b.length(); j++)
                t[i][j] =
                        a.charAt(i - 1) == b.charAt(j - 1)
                                ? t[i - 1][j - 1] + 1
                                : Math.max(t[i - 1][j], t[i][j - 1]);
        StringBuilder sb = new StringBuilder();
        for (int i = a.length(), j = b.length(); i > 0 && j > 0; ) {
            if (a.charAt(i - 1) == b.charAt(j - 1)) {
                sb.append(a.charAt(--i));
                j--;
            } else if (t[i - 1][j] >= t[i][j - 1]) i--;
            else j--;
        }
        return sb.reverse().toString();
    }

    public static void main(String[] args) {
        System.out.println(
                run("1 swap dup jnz 8 0 0 add swap dup dec", 5) + " " + run("dup mul 3 add", 9));
        boolean[][] b = new boolean[12][12];
        b[1][2] = b[2][3] = b[3][1] = b[3][2] = b[3][3] = true;
        for (int i = 0; i < 30; i++) b = life(b);
        System.out.println(
                Arrays.deepHashCode(b)
                        + " "
                        + queens(7, 0, 0, 0, 0)
                        + " "
                        + lcs("interleaving exploration", "integer relaxation"));
        double[][] m = new double[6][6];
        for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) m[i][j] = 1.0 / (i + j + 1);
        double det = 1;
        for (int k = 0; k < 6; k++) {
            det *= m[k][k];
            for (int i = k + 1; i < 6; i++) {
                double f = m[i][k] / m[k][k];
                for (int j = k; j < 6; j++) m[i][j] -= f * m[k][j];
            }
        }
        System.out.println(det);
        long h = 1125899906842597L;
        for (int i = 0; i < 3000; i++) {
            h = 31 * h + (i * i ^ h >>> 17);
            if (i % 1000 == 0) System.out.print(h + " ");
        }
        System.out.println(h);
        boolean[] sieve = new boolean[3000];
        List<Integer> primes = new ArrayList<>();
        for (int i = 2; i < sieve.length; i++)
            if (!sieve[i]) {
                primes.add(i);
                for (int j = i * i; j < sieve.length; j += i) sieve[j] = true;
            }
        System.out.println(
                primes.size() + " " + primes.get(primes.size() - 1) + " " + primes.hashCode());
    }
}
