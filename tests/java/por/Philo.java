/** n philosophers, forks taken in a global order, r rounds: no deadlock. */
public class Philo {
    static class Fork { int used; }

    public static void main(String[] args) {
        final int n = Integer.parseInt(args[0]), rounds = Integer.parseInt(args[1]);
        final Fork[] forks = new Fork[n];
        for (int i = 0; i < n; i++) forks[i] = new Fork();
        for (int i = 0; i < n; i++) {
            final Fork lo = forks[Math.min(i, (i + 1) % n)], hi = forks[Math.max(i, (i + 1) % n)];
            new Thread() {
                public void run() {
                    for (int k = 0; k < rounds; k++)
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
