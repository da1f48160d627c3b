import gov.nasa.jpf.vm.Verify;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/**
 * n threads use an object and end, so that nobody is inside any more. Main then stands at a choice: the number of data
 * choices of a search is that of the states at rest. Arguments: object, threads, times.
 */
public class Rest {
    interface Use {
        void by(int thread) throws Exception;
    }
    /* Classes whose initializers run at the first use of some path only. */
    static final String[] WARM = {
            "lang.ThreadLocal$ThreadLocalMap",
            "lang.ThreadLocal$ThreadLocalMap$Entry",
            "util.concurrent.ForkJoinPool",
            "util.concurrent.CompletableFuture$Signaller",
            "util.concurrent.CompletableFuture$UniApply",
            "util.concurrent.TimeUnit",
            "util.concurrent.locks.LockSupport",
            "util.concurrent.locks.AbstractQueuedSynchronizer$ExclusiveNode",
            "util.concurrent.locks.AbstractQueuedSynchronizer$SharedNode",
            "util.concurrent.locks.AbstractQueuedSynchronizer$ConditionNode",
            "util.concurrent.locks.AbstractQueuedLongSynchronizer$ExclusiveNode",
            "util.concurrent.locks.AbstractQueuedLongSynchronizer$SharedNode",
            "util.concurrent.locks.StampedLock$ReaderNode",
            "util.concurrent.locks.StampedLock$WriterNode",
    };
    static final class Cell {
        volatile int v;
    }
    static Object subject;
    static Use use;
    static int n;
    static final AtomicInteger x = new AtomicInteger();
    static void in() {
        x.getAndIncrement();
    }
    static final Integer[] I = {10, 11, 12, 13, 14, 15, 16, 17};

    static void make(String what) {
        switch (what) {
            case "lock", "fairlock" -> {
                ReentrantLock l = new ReentrantLock(what.charAt(0) == 102);
                subject = l;
                use = t -> {
                    l.lock();
                    in();
                    l.unlock();
                };
            }
            case "lockintr" -> {
                ReentrantLock l = new ReentrantLock();
                subject = l;
                use = t -> {
                    l.lockInterruptibly();
                    in();
                    l.unlock();
                };
            }
            case "timedlock" -> {
                ReentrantLock l = new ReentrantLock();
                subject = l;
                use = t -> {
                    if (l.tryLock(1, TimeUnit.SECONDS)) {
                        in();
                        l.unlock();
                    } else
                        in();
                };
            }
            case "condition" -> {
                ReentrantLock l = new ReentrantLock();
                Condition c = l.newCondition();
                Object[] s = {l, c};
                subject = s;
                int[] go = {0};
                subject = new Object[] {l, c, go};
                use = t -> {
                    l.lock();
                    try {
                        if (t == 0) {
                            go[0] = 1;
                            c.signalAll();
                        } else
                            while (go[0] == 0) c.await();
                    } finally {
                        l.unlock();
                    }
                };
            }
            case "rw", "fairrw" -> {
                ReentrantReadWriteLock l = new ReentrantReadWriteLock(what.charAt(0) == 'f');
                subject = l;
                use = t -> {
                    Lock k = t % 2 == 0 ? l.readLock() : l.writeLock();
                    k.lock();
                    in();
                    k.unlock();
                };
            }
            case "readers" -> {
                ReentrantReadWriteLock l = new ReentrantReadWriteLock();
                subject = l;
                use = t -> {
                    l.readLock().lock();
                    in();
                    l.readLock().unlock();
                };
            }
            case "stamped" -> {
                StampedLock l = new StampedLock();
                subject = l;
                use = t -> {
                    long s = t % 2 == 0 ? l.readLock() : l.writeLock();
                    in();
                    l.unlock(s);
                };
            }
            case "stampedreaders" -> {
                StampedLock l = new StampedLock();
                subject = l;
                use = t -> {
                    long s = l.readLock();
                    in();
                    l.unlock(s);
                };
            }
            case "semaphore", "fairsemaphore" -> {
                Semaphore s = new Semaphore(1, what.charAt(0) == 'f');
                subject = s;
                use = t -> {
                    s.acquire();
                    in();
                    s.release();
                };
            }
            case "latch" -> {
                CountDownLatch l = new CountDownLatch(1);
                subject = l;
                use = t -> {
                    if (t == 0)
                        l.countDown();
                    else
                        l.await();
                };
            }
            case "barrier" -> {
                CyclicBarrier b = new CyclicBarrier(n);
                subject = b;
                use = t -> b.await();
            }
            case "phaser" -> {
                Phaser p = new Phaser(n);
                subject = p;
                use = t -> p.arriveAndAwaitAdvance();
            }
            case "tiered" -> {
                Phaser p = new Phaser();
                Phaser[] under = {new Phaser(p, n - 1), new Phaser(p, 1)};
                subject = under;
                use = t -> under[t == 0 ? 1 : 0].arriveAndAwaitAdvance();
            }
            case "optimistic" -> {
                StampedLock l = new StampedLock();
                subject = l;
                use = t -> {
                    if (t == 0) {
                        long s = l.writeLock();
                        in();
                        l.unlockWrite(s);
                    } else {
                        long s = l.tryOptimisticRead();
                        x.get();
                        if (!l.validate(s)) {
                            s = l.readLock();
                            x.get();
                            l.unlockRead(s);
                        }
                    }
                };
            }
            case "exchanger" -> {
                Exchanger<Integer> e = new Exchanger<>();
                subject = e;
                use = t -> e.exchange(I[t]);
            }
            case "futuretask" -> {
                FutureTask<Integer> f = new FutureTask<>(() -> I[0]);
                subject = f;
                use = t -> {
                    if (t == 0)
                        f.run();
                    else
                        f.get();
                };
            }
            case "future" -> {
                CompletableFuture<Integer> f = new CompletableFuture<>();
                subject = f;
                use = t -> {
                    if (t == 0)
                        f.complete(I[0]);
                    else
                        f.get();
                };
            }
            case "futurethen" -> {
                CompletableFuture<Integer> f = new CompletableFuture<>();
                subject = f;
                use = t -> {
                    if (t == 0)
                        f.complete(I[0]);
                    else
                        f.thenApply(x -> x).join();
                };
            }
            case "abq", "lbq", "lbd", "pbq", "ltq", "sync", "fairsync", "delay" -> {
                BlockingQueue<Object> q = queue(what);
                subject = q;
                use = t -> {
                    if (t % 2 == 0)
                        q.put(what.equals("delay") ? D[0] : I[0]);
                    else
                        q.take();
                };
            }
            case "clq" -> {
                ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
                subject = q;
                use = t -> {
                    q.offer(I[0]);
                    q.poll();
                };
            }
            case "cld" -> {
                ConcurrentLinkedDeque<Integer> q = new ConcurrentLinkedDeque<>();
                subject = q;
                use = t -> {
                    q.offer(I[0]);
                    q.poll();
                };
            }
            case "clqfull" -> {
                ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
                subject = q;
                use = t -> {
                    q.offer(I[0]);
                };
            }
            case "cldfull" -> {
                ConcurrentLinkedDeque<Integer> q = new ConcurrentLinkedDeque<>();
                subject = q;
                use = t -> {
                    if (t % 2 == 0)
                        q.addFirst(I[0]);
                    else
                        q.addLast(I[0]);
                };
            }
            case "ltqfull" -> {
                LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>();
                subject = q;
                use = t -> {
                    q.offer(I[0]);
                };
            }
            case "map" -> {
                ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
                subject = m;
                use = t -> {
                    m.put(I[t], I[t]);
                    m.remove(I[t]);
                };
            }
            case "mapfull" -> {
                ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
                subject = m;
                use = t -> {
                    m.put(I[t], I[t]);
                };
            }
            case "skip" -> {
                ConcurrentSkipListMap<Integer, Integer> m = new ConcurrentSkipListMap<>();
                subject = m;
                use = t -> {
                    m.put(I[t], I[t]);
                    m.remove(I[t]);
                };
            }
            case "skipfull" -> {
                ConcurrentSkipListMap<Integer, Integer> m = new ConcurrentSkipListMap<>();
                subject = m;
                use = t -> {
                    m.put(I[t], I[t]);
                };
            }
            case "skipset" -> {
                ConcurrentSkipListSet<Integer> m = new ConcurrentSkipListSet<>();
                subject = m;
                use = t -> {
                    m.add(I[t]);
                    m.remove(I[t]);
                };
            }
            case "keys" -> {
                Set<Integer> m = ConcurrentHashMap.newKeySet();
                subject = m;
                use = t -> {
                    m.add(I[t]);
                    m.remove(I[t]);
                };
            }
            case "cowset" -> {
                CopyOnWriteArraySet<Integer> m = new CopyOnWriteArraySet<>();
                subject = m;
                use = t -> {
                    m.add(I[t]);
                    m.remove(I[t]);
                };
            }
            case "cow" -> {
                CopyOnWriteArrayList<Integer> m = new CopyOnWriteArrayList<>();
                subject = m;
                use = t -> {
                    m.add(I[0]);
                    m.remove(0);
                };
            }
            case "adder" -> {
                LongAdder a = new LongAdder();
                subject = a;
                use = t -> a.increment();
            }
            case "adder0" -> {
                LongAdder a = new LongAdder();
                subject = a;
                use = t -> {
                    a.increment();
                    a.decrement();
                };
            }
            case "doubleadder" -> {
                DoubleAdder a = new DoubleAdder();
                subject = a;
                use = t -> a.add(1);
            }
            case "accumulator" -> {
                LongAccumulator a = new LongAccumulator(Long::max, 0);
                subject = a;
                use = t -> a.accumulate(t);
            }
            case "doubleaccumulator" -> {
                DoubleAccumulator a = new DoubleAccumulator(Double::max, 0);
                subject = a;
                use = t -> a.accumulate(t);
            }
            case "stampedref" -> {
                AtomicStampedReference<Integer> a = new AtomicStampedReference<>(I[0], 0);
                subject = a;
                use = t -> {
                    int s = a.getStamp();
                    while (!a.compareAndSet(I[0], I[0], s, s + 1)) s = a.getStamp();
                };
            }
            case "marked" -> {
                AtomicMarkableReference<Integer> a = new AtomicMarkableReference<>(I[0], false);
                subject = a;
                use = t -> a.attemptMark(I[0], true);
            }
            case "array" -> {
                AtomicIntegerArray a = new AtomicIntegerArray(2);
                subject = a;
                use = t -> a.incrementAndGet(t % 2);
            }
            case "updater" -> {
                Cell c = new Cell();
                AtomicIntegerFieldUpdater<Cell> u = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "v");
                subject = c;
                use = t -> u.incrementAndGet(c);
            }
            case "forktask" -> {
                RecursiveTask<Integer> f = new RecursiveTask<>() {
                    protected Integer compute() {
                        return I[0];
                    }
                };
                subject = f;
                use = t -> {
                    if (t == 0)
                        f.invoke();
                    else
                        f.join();
                };
            }
            case "allof" -> {
                CompletableFuture<?>[] f = new CompletableFuture<?>[n];
                for (int i = 0; i < n; i++) f[i] = new CompletableFuture<>();
                subject = CompletableFuture.allOf(f);
                use = t -> f[t].complete(null);
            }
            case "anyof" -> {
                CompletableFuture<?>[] f = new CompletableFuture<?>[n];
                for (int i = 0; i < n; i++) f[i] = new CompletableFuture<>();
                subject = CompletableFuture.anyOf(f);
                use = t -> f[t].complete(null);
            }
            case "atomic" -> {
                AtomicInteger a = new AtomicInteger();
                subject = a;
                use = t -> a.incrementAndGet();
            }
            case "local" -> {
                ThreadLocal<Integer> a = ThreadLocal.withInitial(() -> I[0]);
                subject = a;
                use = t -> {
                    a.get();
                    a.remove();
                };
            }
            case "random" -> {
                subject = new Object();
                use = t -> ThreadLocalRandom.current().nextInt();
            }
            case "pool" -> {
                ThreadPoolExecutor p = new ThreadPoolExecutor(2, 2, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>());
                subject = p;
                use = t -> p.submit(() -> {}).get();
            }
            case "cachedpool" -> {
                ExecutorService p = Executors.newCachedThreadPool();
                subject = p;
                use = t -> p.submit(() -> {}).get();
            }
            case "scheduled" -> {
                ScheduledExecutorService p = Executors.newScheduledThreadPool(1);
                subject = p;
                use = t -> p.schedule(() -> {}, 1, TimeUnit.SECONDS).get();
            }
            case "fork" -> {
                ForkJoinPool p = new ForkJoinPool(2);
                subject = p;
                use = t -> p.submit(() -> {}).get();
            }
            default -> throw new IllegalArgumentException(what);
        }
    }
    static final class D1 implements Delayed {
        public long getDelay(TimeUnit u) {
            return 0;
        }
        public int compareTo(Delayed d) {
            return 0;
        }
    }
    static final D1[] D = {new D1(), new D1(), new D1(), new D1(), new D1(), new D1()};
    @SuppressWarnings({"unchecked", "rawtypes"})
    static BlockingQueue<Object> queue(String what) {
        return switch (what) {
            case "abq" -> new ArrayBlockingQueue<>(2);
            case "lbq" -> new LinkedBlockingQueue<>();
            case "lbd" -> new LinkedBlockingDeque<>();
            case "pbq" -> new PriorityBlockingQueue<>();
            case "ltq" -> new LinkedTransferQueue<>();
            case "delay" -> (BlockingQueue) new DelayQueue();
            default -> new SynchronousQueue<>(what.charAt(0) == 'f');
        };
    }
    public static void main(String[] a) throws Exception {
        n = Integer.parseInt(a[1]);
        int times = Integer.parseInt(a[2]);
        for (String c : WARM) Class.forName("java." + c);
        make(a[0]);
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            int me = i;
            ts[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < times; k++) use.by(me);
                } catch (Exception e) {
                    throw new RuntimeException(e);
                }
            });
            ts[i].start();
        }
        for (int i = 0; i < n; i++) {
            ts[i].join();
            ts[i] = null;
        }
        ts = null;
        while (a.length > 3) LockSupport.park(); // the deadlocks are the states at rest
        Verify.getBoolean();
        if (subject instanceof ExecutorService e)
            e.shutdown();
    }
}
