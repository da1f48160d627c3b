import java.util.HashMap;

/** sequential compute: sieve + HashMap + StringBuilder. arg: mode, size */
public class Compute {
    public static void main(String[] a) {
        long t = System.nanoTime();
        int n = Integer.parseInt(a[1]);
        long r = 0;
        switch (a[0]) {
            case "loop":
                {
                    int x = 1;
                    for (int i = 0; i < n; i++) {
                        x = x * 31 + i;
                        x ^= x >>> 7;
                    }
                    r = x;
                    break;
                }
            case "sieve":
                {
                    boolean[] c = new boolean[n + 1];
                    for (int i = 2; i <= n; i++) {
                        if (!c[i]) {
                            r++;
                            for (long j = (long) i * i; j <= n; j += i) c[(int) j] = true;
                        }
                    }
                    break;
                }
            case "map":
                {
                    HashMap<Integer, Integer> m = new HashMap<>();
                    for (int i = 0; i < n; i++) {
                        Integer k = (i * 7919) % 1009;
                        Integer v = m.get(k);
                        m.put(k, v == null ? 1 : v + 1);
                    }
                    r = m.size();
                    break;
                }
            case "fib":
                r = fib(n);
                break;
            case "str":
                {
                    StringBuilder b = new StringBuilder();
                    for (int i = 0; i < n; i++) {
                        b.append(i % 10).append(',');
                        if (b.length() > 1000) {
                            r += b.toString().hashCode();
                            b.setLength(0);
                        }
                    }
                    break;
                }
            case "alloc":
                {
                    Object[] keep = new Object[64];
                    for (int i = 0; i < n; i++) {
                        keep[i & 63] = new int[] {i};
                    }
                    for (Object o : keep) r += ((int[]) o)[0];
                    break;
                }
        }
        System.out.println(a[0] + " r=" + r + " ms=" + (System.nanoTime() - t) / 1000000);
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }
}
