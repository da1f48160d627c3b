/**
 * The same philosophers, repaired: everyone takes the fork with the lower number first.
 * The exploration is whole and finds nothing.
 *
 *     jpf examples/philosophers/OrderedPhilosophers.java
 */
public class OrderedPhilosophers {
    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Philosophers.Fork[] forks = new Philosophers.Fork[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Philosophers.Fork();
        }
        for (int i = 0; i < n; i++) {
            int left = i;
            int right = (i + 1) % n;
            new Philosophers.Philosopher(i, forks[Math.min(left, right)], forks[Math.max(left, right)]).start();
        }
    }
}
