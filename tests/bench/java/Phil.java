/** N philosophers, ordered nested synchronized locks, R rounds: no deadlock. */
public class Phil {
    static class Fork {
        int used;
    }

    public static void main(String[] a) {
        final int n = Integer.parseInt(a[0]), r = Integer.parseInt(a[1]);
        final Fork[] f = new Fork[n];
        for (int i = 0; i < n; i++) f[i] = new Fork();
        for (int i = 0; i < n; i++) {
            final Fork lo = f[Math.min(i, (i + 1) % n)], hi = f[Math.max(i, (i + 1) % n)];
            new Thread() {
                public void run() {
                    for (int k = 0; k < r; k++)
                        synchronized (lo) {
                            synchronized (hi) {
                                lo.used++;
                                hi.used++;
                            }
                        }
                }
            }.start();
        }
    }
}
