/** Many states: five threads, or args[0] of them, mix four shared numbers. The last one fails if a second argument says so. */
public class Counters {
    static int a, b, c, d;

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        for (int t = 0; t < n; t++) {
            final int k = t;
            final boolean fails = args.length > 1 && t == n - 1;
            new Thread(() -> {
                for (int i = 0; i < 6; i++) {
                    a += k;
                    b ^= a;
                    c += b;
                    d = c;
                }
                if (fails) throw new IllegalStateException("found");
            }).start();
        }
    }
}
