import java.util.Arrays;

/** One path, of transitions that take long, in which ever more memory is filled. */
public class Filled {
    static int a;
    static byte[][] kept = new byte[64][];

    public static void main(String[] x) {
        new Thread(() -> {
            a = 1;
            a = 2;
        }).start();
        if (a != 1) return;
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new byte[1 << 20];
            Arrays.fill(kept[i], (byte) i);
        }
    }
}
