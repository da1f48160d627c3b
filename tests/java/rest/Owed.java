import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiFunction;

/** args[1] threads call one object of the library, and main joins them: the calls take as many steps as they owe. */
public class Owed {
    interface Call {
        void by(int thread) throws Exception;
    }
    static final Set<String> NUMBERED = Set.of("racy", "inner", "pairs", "hurry", "reads", "unlocked"); // not alike
    static int x;

    static Call call(String what, int n) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        switch (what) {
            case "merge":
                return t -> map.merge("a", 1, Integer::sum);
            case "compute":
                return t -> map.compute("a", (k, v) -> v == null ? 1 : v + 1);
            case "absent":
                return t -> map.computeIfAbsent("a", k -> 1);
            case "present":
                map.put("a", 0);
                return t -> map.computeIfPresent("a", (k, v) -> v + 1);
            case "racy": { // under the lock of a bin each, so that increments get lost
                BiFunction<String, Integer, Integer> f = (k, v) -> {
                    int y = x;
                    x = y + 1;
                    return y;
                };
                return t -> map.compute("" + t, f);
            }
            case "bin": // under one lock
                return t -> map.compute("a", (k, v) -> {
                    int y = x;
                    x = y + 1;
                    return y;
                });
            case "inner": { // the lock of one bin within that of another: deadlock
                return t -> map.compute("" + t, (k, v) -> map.compute("" + (t + 1) % n, (l, w) -> 1));
            }
            case "phaser": {
                Phaser phaser = new Phaser(n);
                return t -> phaser.arriveAndAwaitAdvance();
            }
            case "twice": {
                Phaser phaser = new Phaser(n);
                return t -> {
                    phaser.arriveAndAwaitAdvance();
                    phaser.arriveAndAwaitAdvance();
                };
            }
            case "many": { // one more than the phaser knows of
                Phaser phaser = new Phaser(n - 1);
                return t -> phaser.arriveAndDeregister();
            }
            case "hook": {
                Phaser phaser = new Phaser(n - 1) {
                    @Override
                    protected boolean onAdvance(int phase, int parties) {
                        return parties == 0;
                    }
                };
                return t -> phaser.arriveAndDeregister();
            }
            case "exchange": {
                Exchanger<Integer> exchanger = new Exchanger<>();
                return t -> exchanger.exchange(t);
            }
            case "pairs": { // each gets what another one has given
                Exchanger<Integer> exchanger = new Exchanger<>();
                AtomicInteger sum = new AtomicInteger();
                return t -> {
                    int other = exchanger.exchange(t);
                    assert other != t;
                    if (sum.addAndGet(other) == n * (n - 1) / 2)
                        System.out.println("all");
                };
            }
            case "hurry": { // with an interrupt, an offer may be met before it is taken back
                Exchanger<Integer> exchanger = new Exchanger<>();
                return t -> {
                    if (t == 0)
                        Thread.currentThread().interrupt();
                    try {
                        System.out.println("R " + t + " " + exchanger.exchange(t, t == 0 ? 1 : 2, TimeUnit.SECONDS));
                    } catch (InterruptedException | TimeoutException e) {
                        System.out.println("R " + t + " " + e.getClass().getSimpleName());
                    }
                };
            }
            case "reads": { // one writer, all others read
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
                return t -> {
                    if (t > 0) {
                        lock.readLock().lock();
                        int y = x;
                        assert x == y;
                        lock.readLock().unlock();
                    } else {
                        lock.writeLock().lock();
                        x++;
                        x += n - 1;
                        lock.writeLock().unlock();
                    }
                };
            }
            case "reader": { // who has the read lock alone may not write
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
                return t -> {
                    lock.readLock().lock();
                    int y = x;
                    x = y + 1;
                    lock.readLock().unlock();
                };
            }
            case "unlocked": { // a read lock of another object
                ReentrantReadWriteLock lock = new ReentrantReadWriteLock(), other = new ReentrantReadWriteLock();
                return t -> {
                    Lock mine = t == 0 ? lock.writeLock() : other.readLock();
                    mine.lock();
                    if (t == 0) {
                        x = 1;
                        x = n;
                    } else {
                        assert x != 1 : "seen";
                    }
                    mine.unlock();
                };
            }
            default:
                throw new IllegalArgumentException(what);
        }
    }

    static void run(Call call, int thread) {
        try {
            call.by(thread);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[1]);
        Call call = call(args[0], n);
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            // readers are alike
            int told = args[0].equals("reads") ? Math.min(i, 1) : i;
            threads[i] = new Thread(NUMBERED.contains(args[0]) ? () -> run(call, told) : () -> run(call, 0));
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        assert x == 0 || x == n : "x is " + x;
    }
}
