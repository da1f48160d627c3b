// tests/test_coverage.py: loops whose instructions are done several at a time when nobody listens.
public class Arith {
    int f;
    static int ints(Arith c, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            c.f += i * 3 - (sum & 7);
            sum ^= c.f << 1;
            if (sum > 100) sum -= n; else if (i == 3) sum = n | 1;
        }
        return sum;
    }
    static long longs(long n) {
        long s = 1;
        for (long i = 0; i < n; i++) { s = s * 31 + i; s ^= n; if (s < i) s += 2; }
        return s + (int) n;
    }
    static int arrays(int[] a, byte[] b, Object[] o, char[] c) {
        int s = 0;
        for (int i = 0; i < a.length; i++) { s += a[i] + b[i] + c[i]; b[i] = 1; if (o[i] == null) s++; }
        for (long j = 0; j < 2; j++) b[(int) j] = 2;
        return s;
    }
    public static void main(String[] args) {
        long r = ints(new Arith(), 40) + longs(30) + arrays(new int[9], new byte[9], new Object[9], new char[9]);
        if (r == 42) System.out.println(r);
    }
}
