/** n philosophers whose forks lie in the first static field of a class. */
public class FirstStatic {
    static Object[] forks;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        forks = new Object[n];
        for (int i = 0; i < n; i++) forks[i] = new Object();
        for (int i = 0; i < n; i++) {
            int a = Math.min(i, (i + 1) % n), b = Math.max(i, (i + 1) % n);
            new Thread(() -> {
                synchronized (forks[a]) {
                    synchronized (forks[b]) { }
                }
            }).start();
        }
    }
}
