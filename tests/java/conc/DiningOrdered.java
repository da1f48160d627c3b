// expect: no_errors
public class DiningOrdered {
    static class Fork { int used; }
    public static void main(String[] args) {
        final int n = 3;
        final Fork[] forks = new Fork[n];
        for (int i = 0; i < n; i++) forks[i] = new Fork();
        for (int i = 0; i < n; i++) {
            final Fork lo = forks[Math.min(i, (i + 1) % n)], hi = forks[Math.max(i, (i + 1) % n)];
            new Thread() {
                public void run() {
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
