/** Philosophers who think now and then; all of them take the left fork first. */
public class Ring {
    static final class Fork {
        int used;
    }

    static void dine(Fork left, Fork right, int meals) {
        for (int i = 0; i < meals; i++) {
            synchronized (left) {
                left.used++;
                synchronized (right) {
                    right.used++;
                }
            }
        }
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        Fork[] forks = new Fork[n];
        for (int i = 0; i < n; i++) forks[i] = new Fork();
        for (int i = 0; i < n; i++) {
            Fork left = forks[i], right = forks[(i + 1) % n];
            new Thread(() -> dine(left, right, 2), "Philosopher-" + i).start();
        }
    }
}
