/**
 * Dining philosophers: each takes the left fork, then the right one. With an unlucky interleaving
 * each of them holds one fork and waits for ever for the other. A test run almost never shows it.
 *
 *     jpf examples/philosophers/Philosophers.java [how many, 3 if not given]
 */
public class Philosophers {
    static class Fork {
        int used;
    }

    static class Philosopher extends Thread {
        final Fork first;
        final Fork second;

        Philosopher(int i, Fork first, Fork second) {
            super("Philosopher-" + (i + 1));
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            synchronized (first) {
                synchronized (second) {
                    first.used++;
                    second.used++;
                }
            }
        }
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Fork[] forks = new Fork[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Fork();
        }
        for (int i = 0; i < n; i++) {
            Fork left = forks[i];
            Fork right = forks[(i + 1) % n];
            new Philosopher(i, left, right).start();
        }
    }
}
