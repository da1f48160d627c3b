/** Threads that ask how far others are. Arguments: what three threads and main do, as words: s1 is the state of thread 1,
 * g1 its group, a1 whether it is alive, t1 a timed join; w1 writes, r reads; - does nothing. */
public class HowFar {
    static final Thread[] ts = new Thread[3];
    static volatile int o;
    static int a, b, c, d;

    static int look(char what, int i) throws InterruptedException {
        switch (what) {
        case 's': return ts[i].getState() == Thread.State.TERMINATED ? 1 : 2;
        case 'g': return ts[i].getThreadGroup() == null ? 1 : 2;
        case 'a': return ts[i].isAlive() ? 1 : 2;
        case 't': ts[i].join(1); return o;
        case 'r': return o;
        case 'w': o = i; return 0;
        default: return 0;
        }
    }

    static int run(String words) {
        try {
            int sum = 0;
            for (int i = 0; i + 1 < words.length(); i += 2)
                sum = sum * 4 + look(words.charAt(i), words.charAt(i + 1) - '0');
            return sum;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ts[0] = new Thread(() -> a = run(args[0]));
        ts[1] = new Thread(() -> b = run(args[1]));
        ts[2] = new Thread(() -> c = run(args[2]));
        for (Thread t : ts) t.start();
        d = run(args[3]);
        for (Thread t : ts) t.join();
        System.out.println("R " + a + " " + b + " " + c + " " + d + " " + o);
    }
}
