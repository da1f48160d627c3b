import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
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
    static final Set<String> KEYED =
        Set.of("own", "registry", "words", "makes", "visits", "one bin", "sized", "gone through", "holds");
    static int x;
    static ConcurrentHashMap<Object, Integer> keys;

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
            case "own": // a key each
                return t -> {
                    ConcurrentHashMap<Object, Integer> m = keys;
                    m.put(t, t);
                    assert m.get(t) == t;
                };
            case "registry":
                return t -> keys.putIfAbsent("worker-" + t, t);
            case "words": // a key that two threads count, and one of its own
                return t -> {
                    keys.merge((long) t / 2, 1, Integer::sum);
                    keys.merge("" + t, 1, Integer::sum);
                };
            case "makes":
                return t -> {
                    keys.computeIfAbsent(t, k -> 1);
                    keys.compute(t, (k, v) -> v + 1);
                };
            case "visits": // what a thread puts it takes out
                return t -> {
                    keys.put(t, t);
                    keys.remove(t);
                };
            case "holds": // the table cannot grow while a function waits in it, and who makes it grow is waited for
                for (int i = 100; i < 111; i++)
                    keys.put(i, 0);
                CountDownLatch there = new CountDownLatch(1);
                return t -> {
                    if (t > 0) {
                        keys.put(t, t);
                        there.countDown();
                        return;
                    }
                    keys.compute(110, (k, v) -> {
                        try {
                            there.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return v;
                    });
                };
            case "one bin": // of a table of 16
                return t -> keys.put(16 * t, t);
            case "sized": // one asks meanwhile how many there are
                return t -> {
                    if (t > 0)
                        keys.put(t, t);
                    else if (keys.size() == n - 1)
                        System.out.println("all");
                };
            case "gone through": // one looks at all meanwhile
                return t -> {
                    if (t > 0)
                        keys.put(t, t);
                    else
                        for (Object k : keys.keySet())
                            assert k instanceof Integer;
                };
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
        keys = new ConcurrentHashMap<>();
        Call call = call(args[0], n);
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            // readers are alike
            int told = args[0].equals("reads") ? Math.min(i, 1) : i;
            boolean numbered = NUMBERED.contains(args[0]) || KEYED.contains(args[0]);
            threads[i] = new Thread(numbered ? () -> run(call, told) : () -> run(call, 0));
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        assert x == 0 || x == n : "x is " + x;
    }
}
