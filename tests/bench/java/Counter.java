/** N threads, K unsynchronized read-modify-write increments each. */
public class Counter {
    static int c;

    public static void main(String[] a) {
        final int n = Integer.parseInt(a[0]), k = Integer.parseInt(a[1]);
        for (int i = 0; i < n; i++)
            new Thread() {
                public void run() {
                    for (int j = 0; j < k; j++) {
                        int t = c;
                        t = t + 1;
                        c = t;
                    }
                }
            }.start();
    }
}
