import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Many locks that all threads can reach, and each of n threads uses two neighbours of: `how` they are kept. */
public class Locks {
    interface Body { void run() throws InterruptedException; }

    static class Noisy extends ReentrantLock {
        @Override public void lock() { super.lock(); }
    }

    static Lock[] locks;
    static final Map<Integer, Lock> map = new HashMap<>();
    static final List<Lock> list = new ArrayList<>();
    static ReentrantReadWriteLock[] halves;
    static Condition[] conditions;
    static int[] full;
    static Semaphore[] forks;
    static CountDownLatch[] gates;
    static StampedLock[] stamped;
    static int[] eaten;

    static Thread start(Body body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        return t;
    }

    static void both(Lock a, Lock b) {
        a.lock();
        b.lock();
        b.unlock();
        a.unlock();
    }

    static void make(int n, String how) {
        locks = new Lock[n];
        halves = new ReentrantReadWriteLock[n];
        conditions = new Condition[n];
        full = new int[n];
        forks = new Semaphore[n];
        gates = new CountDownLatch[n + 1];
        stamped = new StampedLock[n];
        eaten = new int[n];
        gates[n] = new CountDownLatch(1);
        for (int i = 0; i < n; i++) {
            locks[i] = how.equals("subclass") ? new Noisy() : new ReentrantLock(how.equals("fair"));
            halves[i] = new ReentrantReadWriteLock();
            conditions[i] = locks[i].newCondition();
            forks[i] = new Semaphore(1);
            gates[i] = new CountDownLatch(1);
            stamped[i] = new StampedLock();
            map.put(i, locks[i]);
            list.add(locks[i]);
        }
    }

    static void body(String how, int i, int n) throws InterruptedException {
        int a = Math.min(i, (i + 1) % n), b = Math.max(i, (i + 1) % n);
        switch (how) {
            case "round": both(locks[i], locks[(i + 1) % n]); break; // not ordered: a deadlock
            case "map": both(map.get(a), map.get(b)); break;
            case "list": both(list.get(a), list.get(b)); break;
            case "half": both(halves[a].readLock(), halves[b].writeLock()); break;
            case "readers": both(halves[a].readLock(), halves[b].readLock()); break;
            case "late": both(new ReentrantLock(), locks[b]); break;
            case "try":
                locks[a].lock();
                if (locks[b].tryLock()) locks[b].unlock();
                locks[a].unlock();
                break;
            case "semaphores":
                forks[a].acquire();
                forks[b].acquire();
                forks[b].release();
                forks[a].release();
                break;
            case "latches":
                if (i > 0) gates[i].await();
                gates[i + 1].countDown();
                break;
            case "stamped":
                long p = stamped[a].writeLock(), q = stamped[b].readLock();
                stamped[b].unlockRead(q);
                stamped[a].unlockWrite(p);
                break;
            case "conditions": // a pair of threads for each lock
                int l = i / 2;
                locks[l].lock();
                try {
                    while (full[l] == i % 2) conditions[l].await();
                    full[l] = i % 2;
                    conditions[l].signalAll();
                } finally {
                    locks[l].unlock();
                }
                break;
            default: both(locks[a], locks[b]);
        }
        eaten[i]++;
    }

    public static void main(String[] args) throws Exception {
        String how = args[0];
        int n = Integer.parseInt(args[1]);
        make(n, how);
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            int me = i;
            ts[i] = start(() -> body(how, me, n));
        }
        for (Thread t : ts) t.join();
        for (int e : eaten) if (e != 1) throw new AssertionError();
    }
}
