import java.util.concurrent.locks.LockSupport;

/** Each thread waits for its turn and lets the next one go on, by permits. args: how many. */
public class ParkChain {
    static int done;

    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[0]);
        Thread[] threads = new Thread[n];
        boolean[] turn = new boolean[n];
        for (int i = 0; i < n; i++) {
            int k = i;
            threads[i] = new Thread(() -> {
                while (!turn[k]) LockSupport.park();
                if (done != k) throw new AssertionError(k);
                done++;
                if (k + 1 < n) {
                    turn[k + 1] = true;
                    LockSupport.unpark(threads[k + 1]);
                }
            });
        }
        for (Thread t : threads) t.start();
        turn[0] = true;
        LockSupport.unpark(threads[0]);
        for (Thread t : threads) t.join();
    }
}
