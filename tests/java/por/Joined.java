/** Threads that main starts and joins in order, from the literature on partial order reduction. */
public class Joined {
    static int x;

    static Runnable reader() {
        return () -> { int seen = x; };
    }

    static Runnable eater(Object[] forks, int i) {
        int n = forks.length;
        Object first = forks[Math.min(i, (i + 1) % n)], second = forks[Math.max(i, (i + 1) % n)];
        return () -> {
            synchronized (first) {
                synchronized (second) {
                }
            }
        };
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[1]);
        boolean readers = args[0].equals("readers");
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) forks[i] = new Object();
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) ts[i] = new Thread(readers ? i == 0 ? () -> x = 42 : reader() : eater(forks, i));
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
    }
}
