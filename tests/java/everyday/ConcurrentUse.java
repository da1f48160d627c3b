// java.util.concurrent in single-outcome use: executors, futures, maps, queues, latches, atomics.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

public class ConcurrentUse {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(3);
        List<Future<Integer>> fs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int k = i;
            fs.add(ex.submit(() -> k * k));
        }
        int sum = 0;
        for (Future<Integer> f : fs) sum += f.get();
        System.out.println(
                sum
                        + " "
                        + ex.invokeAll(List.of(() -> "a", () -> "b")).stream()
                                .map(
                                        f -> {
                                            try {
                                                return f.get();
                                            } catch (Exception e) {
                                                return "!";
                                            }
                                        })
                                .toList());
        try {
            ex.submit(
                            () -> {
                                throw new java.io.IOException("task");
                            })
                    .get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
        }
        ex.shutdown();
        System.out.println(ex.awaitTermination(5, TimeUnit.SECONDS) + " " + ex.isTerminated());
        try {
            ex.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        System.out.println(
                CompletableFuture.supplyAsync(() -> 6)
                                .thenApply(x -> x * 7)
                                .thenCombine(
                                        CompletableFuture.completedFuture("!"), (a, b) -> a + b)
                                .get()
                        + CompletableFuture.supplyAsync(
                                        () -> {
                                            if (true) throw new IllegalStateException("cf");
                                            return 1;
                                        })
                                .exceptionally(t -> -1)
                                .join()
                        + CompletableFuture.allOf(CompletableFuture.runAsync(() -> {}))
                                .isCompletedExceptionally());
        ConcurrentHashMap<String, LongAdder> m = new ConcurrentHashMap<>();
        IntStream.range(0, 1000)
                .parallel()
                .forEach(i -> m.computeIfAbsent("k" + i % 3, k -> new LongAdder()).increment());
        System.out.println(
                new TreeMap<>(m)
                        + " "
                        + m.reduceValuesToLong(1, LongAdder::sum, 0, Long::sum)
                        + m.search(1, (k, v) -> v.sum() == 334 ? k : null));
        CountDownLatch l = new CountDownLatch(2);
        CyclicBarrier cb = new CyclicBarrier(2, () -> System.out.println("barrier"));
        for (int i = 0; i < 2; i++)
            new Thread(
                            () -> {
                                try {
                                    cb.await();
                                } catch (Exception e) {
                                }
                                l.countDown();
                            })
                    .start();
        l.await();
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        rw.writeLock().lock();
        rw.readLock().lock();
        rw.writeLock().unlock();
        System.out.println(rw.getReadLockCount() + " " + rw.isWriteLocked());
        Semaphore s = new Semaphore(2);
        System.out.println(
                s.tryAcquire(3)
                        + " "
                        + s.tryAcquire(2)
                        + s.availablePermits()
                        + s.tryAcquire(10, TimeUnit.MILLISECONDS));
        BlockingQueue<Integer> q = new LinkedBlockingQueue<>(2);
        Thread p =
                new Thread(
                        () -> {
                            try {
                                for (int i = 0; i < 5; i++) q.put(i);
                                q.put(-1);
                            } catch (InterruptedException e) {
                            }
                        });
        p.start();
        List<Integer> got = new ArrayList<>();
        for (int v; (v = q.take()) >= 0; ) got.add(v);
        System.out.println(got + " " + q.poll(1, TimeUnit.MILLISECONDS));
        AtomicInteger ai = new AtomicInteger(5);
        System.out.println(
                ai.getAndUpdate(x -> x * 2)
                        + ai.accumulateAndGet(3, Math::max)
                        + " "
                        + ai.compareAndSet(10, 1)
                        + new AtomicIntegerArray(new int[] {1, 2}).addAndGet(1, 5)
                        + new AtomicStampedReference<>("a", 1).compareAndSet("a", "b", 1, 2)
                        + new LongAccumulator(Long::max, 0) {
                            {
                                accumulate(9);
                            }
                        }.get());
        System.out.println(
                new ForkJoinPool(2)
                                .invoke(
                                        new RecursiveTask<Integer>() {
                                            int n = 10;

                                            protected Integer compute() {
                                                if (n < 2) return n;
                                                RecursiveTask<Integer> a = sub(n - 1),
                                                        b = sub(n - 2);
                                                a.fork();
                                                return b.invoke() + a.join();
                                            }

                                            RecursiveTask<Integer> sub(int k) {
                                                var t =
                                                        new RecursiveTask<Integer>() {
                                                            protected Integer compute() {
                                                                return fib(k);
                                                            }
                                                        };
                                                return t;
                                            }

                                            int fib(int k) {
                                                return k < 2 ? k : fib(k - 1) + fib(k - 2);
                                            }
                                        })
                        + " "
                        + new ConcurrentSkipListMap<>(Map.of(3, "c", 1, "a")).firstEntry()
                        + new CopyOnWriteArrayList<>(List.of(1)).addIfAbsent(1)
                        + new ConcurrentLinkedDeque<>(List.of(1, 2)).pollLast()
                        + new PriorityBlockingQueue<>(List.of(3, 1)).peek()
                        + TimeUnit.HOURS.toSeconds(2)
                        + new Phaser(1).arrive());
        StampedLock sl = new StampedLock();
        long st = sl.tryOptimisticRead();
        System.out.println(sl.validate(st));
        long w = sl.writeLock();
        System.out.println(sl.validate(st) + " " + sl.isWriteLocked());
        sl.unlock(w);
        ReentrantLock rl = new ReentrantLock(true);
        Condition c = rl.newCondition();
        boolean[] ready = {false};
        Thread waiter =
                new Thread(
                        () -> {
                            rl.lock();
                            try {
                                while (!ready[0]) c.awaitUninterruptibly();
                                System.out.println("signalled");
                            } finally {
                                rl.unlock();
                            }
                        });
        waiter.start();
        rl.lock();
        ready[0] = true;
        c.signalAll();
        rl.unlock();
        waiter.join();
        try {
            rl.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not owner");
        }
        Exchanger<String> xc = new Exchanger<>();
        Thread xt =
                new Thread(
                        () -> {
                            try {
                                xc.exchange("from t");
                            } catch (InterruptedException e) {
                            }
                        });
        xt.start();
        System.out.println(xc.exchange("from main"));
        xt.join();
    }
}
