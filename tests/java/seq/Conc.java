// java.util.concurrent with a deterministic outcome.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Conc {
    static final AtomicInteger at = new AtomicInteger();
    static volatile long vol;

    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(3);
        List<Future<Integer>> fs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int k = i;
            fs.add(
                    ex.submit(
                            () -> {
                                at.addAndGet(k);
                                return k * k;
                            }));
        }
        int sum = 0;
        for (Future<Integer> f : fs) sum += f.get();
        System.out.println(sum + " " + at);
        Future<?> bad =
                ex.submit(
                        () -> {
                            throw new IllegalStateException("task");
                        });
        try {
            bad.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " " + e.getCause().getClass());
        }
        System.out.println(
                ex.invokeAll(List.of(() -> "a", () -> "b")).stream()
                        .map(
                                f -> {
                                    try {
                                        return f.get();
                                    } catch (Exception e) {
                                        return "?";
                                    }
                                })
                        .toList());
        ex.shutdown();
        System.out.println(ex.awaitTermination(5, TimeUnit.SECONDS) + " " + ex.isTerminated());
        try {
            ex.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        CompletableFuture<Integer> cf =
                CompletableFuture.supplyAsync(() -> 20)
                        .thenApply(x -> x + 1)
                        .thenCombine(CompletableFuture.completedFuture(2), (a, b) -> a * b);
        System.out.println(
                cf.get()
                        + " "
                        + CompletableFuture.supplyAsync(
                                        () -> {
                                            if (true) throw new RuntimeException("cf");
                                            return 1;
                                        })
                                .exceptionally(t -> -1)
                                .join());
        CountDownLatch latch = new CountDownLatch(2);
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        for (String k : List.of("x", "y"))
            new Thread(
                            () -> {
                                for (int i = 0; i < 100; i++) {
                                    m.merge(k, 1, Integer::sum);
                                    m.merge("all", 1, Integer::sum);
                                }
                                latch.countDown();
                            })
                    .start();
        latch.await();
        System.out.println(m + " " + m.reduceValues(1000, Integer::sum));
        ReentrantLock lock = new ReentrantLock(true);
        Condition c = lock.newCondition();
        boolean[] ready = {false};
        Thread w =
                new Thread(
                        () -> {
                            lock.lock();
                            try {
                                while (!ready[0]) c.awaitUninterruptibly();
                                System.out.println("condition " + lock.getHoldCount());
                            } finally {
                                lock.unlock();
                            }
                        });
        w.start();
        lock.lock();
        lock.lock();
        try {
            ready[0] = true;
            c.signalAll();
        } finally {
            lock.unlock();
            lock.unlock();
        }
        w.join();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        BlockingQueue<Integer> q = new ArrayBlockingQueue<>(2);
        Thread p =
                new Thread(
                        () -> {
                            try {
                                for (int i = 0; i < 10; i++) q.put(i);
                                q.put(-1);
                            } catch (InterruptedException e) {
                            }
                        });
        p.start();
        int got = 0, x;
        while ((x = q.take()) >= 0) got = got * 3 + x;
        System.out.println(got);
        CyclicBarrier bar = new CyclicBarrier(3, () -> System.out.println("barrier"));
        Thread[] bs = new Thread[2];
        for (int i = 0; i < 2; i++) {
            bs[i] =
                    new Thread(
                            () -> {
                                try {
                                    bar.await();
                                } catch (Exception e) {
                                    System.out.println(e);
                                }
                            });
            bs[i].start();
        }
        bar.await();
        for (Thread b : bs) b.join();
        Semaphore s = new Semaphore(2);
        s.acquire(2);
        System.out.println(s.tryAcquire() + " " + s.availablePermits());
        s.release();
        ReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        System.out.println(rw.writeLock().tryLock() + " " + s.tryAcquire(1, TimeUnit.SECONDS));
        LongAdder la = new LongAdder();
        la.add(5);
        AtomicReference<String> ar = new AtomicReference<>("a");
        System.out.println(
                la
                        + " "
                        + ar.compareAndSet("a", "b")
                        + ar.getAndUpdate(z -> z + z)
                        + ar
                        + " "
                        + at.accumulateAndGet(3, Math::max)
                        + " "
                        + new AtomicIntegerArray(new int[] {1, 2})
                        + new AtomicLong(5).incrementAndGet()
                        + new AtomicBoolean().getAndSet(true));
        ForkJoinPool fj = new ForkJoinPool(2);
        System.out.println(fj.invoke(new Fib(12)));
        fj.shutdown();
        ScheduledExecutorService ses = Executors.newSingleThreadScheduledExecutor();
        System.out.println(ses.schedule(() -> "scheduled", 1, TimeUnit.MILLISECONDS).get());
        ses.shutdownNow();
        Exchanger<String> e = new Exchanger<>();
        Thread et =
                new Thread(
                        () -> {
                            try {
                                System.out.println("got " + e.exchange("from thread"));
                            } catch (InterruptedException i) {
                            }
                        });
        et.start();
        String back = e.exchange("from main");
        et.join();
        System.out.println(
                back
                        + " "
                        + TimeUnit.HOURS.toSeconds(2)
                        + " "
                        + new ConcurrentSkipListMap<>(Map.of(2, "b", 1, "a"))
                        + new CopyOnWriteArrayList<>(List.of(1))
                        + new ConcurrentLinkedQueue<>(List.of(3)));
    }

    static class Fib extends RecursiveTask<Integer> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fib f = new Fib(n - 1);
            f.fork();
            return new Fib(n - 2).compute() + f.join();
        }
    }
}
