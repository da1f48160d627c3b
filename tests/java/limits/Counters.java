/** Many states: five threads mix four shared numbers. */
public class Counters {
    static int a, b, c, d;

    public static void main(String[] z) {
        for (int t = 0; t < 5; t++) {
            final int k = t;
            new Thread(() -> {
                for (int i = 0; i < 6; i++) {
                    a += k;
                    b ^= a;
                    c += b;
                    d = c;
                }
            }).start();
        }
    }
}
