/** An error on the first path, and more states than anybody waits for after it. */
public class FoundFirst {
    static int a, b, c, d;

    public static void main(String[] z) throws InterruptedException {
        for (int t = 0; t < 6; t++) {
            final int k = t;
            new Thread(() -> {
                for (int i = 0; i < 6; i++) {
                    a += k;
                    b ^= a;
                    c += b;
                    d = c;
                }
                if (k == 5) throw new IllegalStateException("found");
            }).start();
        }
    }
}
