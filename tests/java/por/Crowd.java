// Many threads: each has an element, a lock, a monitor or a latch of its own; or two of the last ones have one element.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;

public class Crowd {
    static int[] count;
    static AtomicIntegerArray atomic;
    static ReentrantLock[] lock;
    static Object[] monitor;
    static CountDownLatch[] latch;

    static void one(String what, int i) throws InterruptedException {
        switch (what) {
        case "element":
            count[i] = i;
            break;
        case "atomic":
            atomic.incrementAndGet(i);
            break;
        case "lock":
            lock[i].lock();
            try {
                count[i]++;
            } finally {
                lock[i].unlock();
            }
            break;
        case "monitor":
            synchronized (monitor[i]) {
                count[i]++;
            }
            break;
        case "latch":
            if (i % 2 == 0)
                latch[i / 2].countDown();
            else
                latch[i / 2].await();
            break;
        case "race":
            count[i == count.length - 1 ? i - 1 : i]++;
            break;
        default:
            throw new IllegalArgumentException(what);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        final String what = args[0];
        int n = Integer.parseInt(args[1]);
        count = new int[n];
        atomic = new AtomicIntegerArray(n);
        lock = new ReentrantLock[n];
        monitor = new Object[n];
        latch = new CountDownLatch[n];
        for (int i = 0; i < n; i++) {
            lock[i] = new ReentrantLock();
            monitor[i] = new Object();
            latch[i] = new CountDownLatch(1);
        }
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int k = i;
            threads[i] = new Thread(() -> {
                try {
                    one(what, k);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        for (Thread t : threads)
            t.start();
        for (Thread t : threads)
            t.join();
        if (what.equals("race") && count[n - 2] != 2)
            throw new AssertionError("lost");
    }
}
