import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Juc {
    static int shared;

    public static void main(String[] a) throws Exception {
        final int n = Integer.parseInt(a[1]);
        switch (a[0]) {
            case "lock":
                {
                    final ReentrantLock l = new ReentrantLock();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    l.lock();
                                    try {
                                        shared++;
                                    } finally {
                                        l.unlock();
                                    }
                                }
                            });
                    check(shared == n);
                    break;
                }
            case "trylock":
                {
                    final ReentrantLock l = new ReentrantLock();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    if (l.tryLock())
                                        try {
                                            shared++;
                                        } finally {
                                            l.unlock();
                                        }
                                }
                            });
                    break;
                }
            case "cond":
                {
                    final ReentrantLock l = new ReentrantLock();
                    final Condition c = l.newCondition();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    l.lock();
                                    try {
                                        shared++;
                                        c.signalAll();
                                        while (shared < n) c.await();
                                    } catch (InterruptedException e) {
                                    } finally {
                                        l.unlock();
                                    }
                                }
                            });
                    check(shared == n);
                    break;
                }
            case "atomic":
                {
                    final AtomicInteger x = new AtomicInteger();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    x.incrementAndGet();
                                }
                            });
                    check(x.get() == n);
                    break;
                }
            case "cas":
                {
                    final AtomicInteger x = new AtomicInteger();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    int v;
                                    do {
                                        v = x.get();
                                    } while (!x.compareAndSet(v, v + 1));
                                }
                            });
                    check(x.get() == n);
                    break;
                }
            case "pool":
                {
                    ExecutorService e = Executors.newFixedThreadPool(n);
                    final AtomicInteger x = new AtomicInteger();
                    Future<Integer> f =
                            e.submit(
                                    new Callable<Integer>() {
                                        public Integer call() {
                                            return x.incrementAndGet();
                                        }
                                    });
                    e.submit(
                            new Callable<Integer>() {
                                public Integer call() {
                                    return x.incrementAndGet();
                                }
                            });
                    f.get();
                    e.shutdown();
                    e.awaitTermination(10, TimeUnit.SECONDS);
                    System.out.println("x=" + x.get());
                    break;
                }
            case "chm":
                {
                    final ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
                    final AtomicInteger id = new AtomicInteger();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    int k = id.incrementAndGet();
                                    m.put(k, k);
                                    m.putIfAbsent(7, k);
                                }
                            });
                    check(m.size() == n + 1 || m.size() == n);
                    break;
                }
            case "latch":
                {
                    final CountDownLatch l = new CountDownLatch(n);
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    l.countDown();
                                }
                            });
                    l.await();
                    break;
                }
            case "sem":
                {
                    final Semaphore s = new Semaphore(1);
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    try {
                                        s.acquire();
                                        shared++;
                                        s.release();
                                    } catch (InterruptedException e) {
                                    }
                                }
                            });
                    check(shared == n);
                    break;
                }
            case "rwlock":
                {
                    final ReentrantReadWriteLock l = new ReentrantReadWriteLock();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    l.readLock().lock();
                                    int t = shared;
                                    l.readLock().unlock();
                                    l.writeLock().lock();
                                    shared++;
                                    l.writeLock().unlock();
                                }
                            });
                    check(shared == n);
                    break;
                }
            case "abq":
                {
                    final ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    try {
                                        q.put(1);
                                    } catch (InterruptedException e) {
                                    }
                                }
                            });
                    break;
                }
            case "q":
                {
                    final LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<>();
                    final int k = n;
                    Thread t =
                            new Thread(
                                    new Runnable() {
                                        public void run() {
                                            try {
                                                for (int i = 0; i < k; i++) q.put(i);
                                            } catch (InterruptedException e) {
                                            }
                                        }
                                    });
                    t.start();
                    int s = 0;
                    for (int i = 0; i < k; i++) s += q.take();
                    t.join();
                    System.out.println("sum " + s);
                    break;
                }
            case "barrier":
                {
                    final CyclicBarrier b = new CyclicBarrier(n);
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    try {
                                        b.await();
                                    } catch (Exception e) {
                                        throw new RuntimeException(e);
                                    }
                                }
                            });
                    break;
                }
            case "cf":
                {
                    CompletableFuture<Integer> f =
                            CompletableFuture.supplyAsync(() -> 41).thenApply(x -> x + 1);
                    System.out.println(f.get());
                    break;
                }
            case "fj":
                {
                    int r = new ForkJoinPool(2).submit(() -> 42).get();
                    System.out.println(r);
                    break;
                }
            case "tl":
                {
                    final ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 1);
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    t.set(t.get() + 1);
                                }
                            });
                    break;
                }
            case "cowal":
                {
                    final CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    l.add(1);
                                }
                            });
                    check(l.size() == n);
                    break;
                }
            case "clq":
                {
                    final ConcurrentLinkedQueue<Integer> l = new ConcurrentLinkedQueue<>();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    l.add(1);
                                }
                            });
                    check(l.size() == n);
                    break;
                }
            case "timer":
                {
                    final int[] c = {0};
                    java.util.Timer t = new java.util.Timer(true);
                    t.schedule(
                            new java.util.TimerTask() {
                                public void run() {
                                    c[0]++;
                                }
                            },
                            10);
                    Thread.sleep(20);
                    break;
                }
            case "sched":
                {
                    ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
                    System.out.println(s.schedule(() -> 3, 1, TimeUnit.MILLISECONDS).get());
                    s.shutdown();
                    break;
                }
            case "exch":
                {
                    final Exchanger<String> e = new Exchanger<>();
                    run(
                            2,
                            new Runnable() {
                                public void run() {
                                    try {
                                        e.exchange("x");
                                    } catch (InterruptedException x) {
                                    }
                                }
                            });
                    break;
                }
            case "stamped":
                {
                    final StampedLock l = new StampedLock();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    long s = l.writeLock();
                                    shared++;
                                    l.unlockWrite(s);
                                }
                            });
                    check(shared == n);
                    break;
                }
            case "adder":
                {
                    final LongAdder l = new LongAdder();
                    run(
                            n,
                            new Runnable() {
                                public void run() {
                                    l.increment();
                                }
                            });
                    check(l.sum() == n);
                    break;
                }
            case "park":
                {
                    final Thread m = Thread.currentThread();
                    new Thread(
                                    new Runnable() {
                                        public void run() {
                                            LockSupport.unpark(m);
                                        }
                                    })
                            .start();
                    LockSupport.park();
                    break;
                }
        }
    }

    static void check(boolean b) {
        if (!b) throw new AssertionError("check");
    }

    static void run(int n, Runnable r) throws Exception {
        Thread[] t = new Thread[n];
        for (int i = 0; i < n; i++) {
            t[i] = new Thread(r);
            t[i].start();
        }
        for (Thread x : t) x.join();
    }
}
