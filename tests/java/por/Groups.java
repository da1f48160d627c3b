import java.util.concurrent.locks.ReentrantLock;

/** Threads that meet few others: args are how, and a number. pairs, elements: each two have a lock, and a field or an
 * element of an array, which it guards. tree: each thread starts two and joins them. */
public class Groups {
    static final class Box {
        int v;
    }

    static final class Node extends Thread {
        final int lo, hi;
        int sum;

        Node(int lo, int hi) {
            this.lo = lo;
            this.hi = hi;
        }

        @Override public void run() {
            if (hi - lo == 1) {
                sum = lo;
                return;
            }
            Node a = new Node(lo, (lo + hi) / 2), b = new Node((lo + hi) / 2, hi);
            a.start();
            b.start();
            try {
                a.join();
                b.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            sum = a.sum + b.sum;
        }
    }

    static int[] all;

    static void locked(ReentrantLock lock, Runnable r) {
        lock.lock();
        try {
            r.run();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[1]);
        if (args[0].equals("tree")) {
            Node root = new Node(0, n);
            root.start();
            root.join();
            System.out.println("R " + root.sum);
            return;
        }
        all = new int[n];
        Thread[] ts = new Thread[2 * n];
        for (int i = 0; i < n; i++) {
            int k = i;
            ReentrantLock lock = new ReentrantLock();
            Box box = new Box();
            Runnable r = args[0].equals("pairs") ? () -> box.v++ : () -> all[k]++;
            for (int j = 0; j < 2; j++) ts[2 * i + j] = new Thread(() -> locked(lock, r));
        }
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        int sum = 0;
        for (int x : all) sum += x;
        System.out.println("R " + sum);
    }
}
