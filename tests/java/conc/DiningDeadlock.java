// expect: violation deadlock
/** Three philosophers take left, then right. */
public class DiningDeadlock {
    static class Fork {}
    public static void main(String[] args) {
        final int n = 3;
        final Fork[] forks = new Fork[n];
        for (int i = 0; i < n; i++) forks[i] = new Fork();
        for (int i = 0; i < n; i++) {
            final Fork left = forks[i], right = forks[(i + 1) % n];
            new Thread() {
                public void run() {
                    synchronized (left) {
                        synchronized (right) {
                        }
                    }
                }
            }.start();
        }
    }
}
