// Every executor with a result that does not depend on the schedule; time limits, rejections,
// cancellation, completion services, delays under the program's clock.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class ExecutorsOnce {
    public static void main(String[] args) throws Exception {
        ExecutorService p =
                Executors.newFixedThreadPool(
                        3,
                        r -> {
                            Thread t = new Thread(r, "w");
                            t.setDaemon(true);
                            return t;
                        });
        System.out.println(
                p.submit(() -> Thread.currentThread().getName()).get()
                        + p.invokeAll(List.<Callable<Integer>>of(() -> 1, () -> 2)).stream()
                                .mapToInt(
                                        f -> {
                                            try {
                                                return f.get();
                                            } catch (Exception e) {
                                                return -1;
                                            }
                                        })
                                .sum()
                        + p.invokeAny(
                                List.<Callable<String>>of(
                                        () -> {
                                            throw new IllegalStateException();
                                        },
                                        () -> "any")));
        Future<?> slow =
                p.submit(
                        () -> {
                            try {
                                Thread.sleep(1_000_000);
                            } catch (InterruptedException e) {
                                return "int";
                            }
                            return "no";
                        });
        try {
            slow.get(20, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout " + e.getMessage());
        }
        System.out.println(slow.cancel(true) + " " + slow.isCancelled());
        try {
            slow.get();
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }
        try {
            p.submit(
                            () -> {
                                throw new java.io.IOException("x");
                            })
                    .get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " | " + e.getCause());
        }
        p.shutdown();
        System.out.println(p.awaitTermination(5, TimeUnit.SECONDS) + "" + p.isTerminated());
        try {
            p.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println(
                    e.getMessage()
                            .replaceAll("@[0-9a-f]+|Lambda[^@]*", "@")
                            .replaceAll("pool size = [0-9]+", "pool size"));
        }
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        long t0 = System.nanoTime();
        System.out.println(
                s.schedule(() -> "late", 15, TimeUnit.MILLISECONDS).get()
                        + (System.nanoTime() - t0 >= 15_000_000));
        AtomicInteger n = new AtomicInteger();
        CountDownLatch l = new CountDownLatch(3);
        ScheduledFuture<?> f =
                s.scheduleWithFixedDelay(
                        () -> {
                            n.incrementAndGet();
                            l.countDown();
                            if (n.get() == 3) throw new RuntimeException("stop");
                        },
                        1,
                        1,
                        TimeUnit.MILLISECONDS);
        l.await();
        try {
            f.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage() + n);
        }
        System.out.println(s.shutdownNow().size());
        CompletableFuture<Integer> c =
                CompletableFuture.supplyAsync(() -> 6)
                        .thenApplyAsync(x -> x * 7)
                        .thenCompose(x -> CompletableFuture.completedFuture(x + 1));
        System.out.println(
                c.get()
                        + " "
                        + c.thenCombine(CompletableFuture.supplyAsync(() -> 1), Integer::sum).join()
                        + CompletableFuture.supplyAsync(() -> 1 / 0)
                                .handle((v, e) -> e.getClass().getSimpleName())
                                .join()
                        + new CompletableFuture<String>()
                                .completeOnTimeout("d", 5, TimeUnit.MILLISECONDS)
                                .join()
                        + CompletableFuture.supplyAsync(
                                        () -> "del",
                                        CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS))
                                .join());
        try {
            new CompletableFuture<>().orTimeout(5, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            System.out.println(e.getCause().getClass().getSimpleName());
        }
        try {
            CompletableFuture.supplyAsync(
                            () -> {
                                throw new IllegalArgumentException("bad");
                            })
                    .join();
        } catch (CompletionException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                CompletableFuture.failedFuture(new Error("e")).isCompletedExceptionally()
                        + ""
                        + CompletableFuture.allOf().isDone());
        ForkJoinPool fj = new ForkJoinPool(2);
        System.out.println(
                fj.invoke(
                                new RecursiveTask<Integer>() {
                                    protected Integer compute() {
                                        RecursiveTask<Integer> a =
                                                new RecursiveTask<>() {
                                                    protected Integer compute() {
                                                        return 20;
                                                    }
                                                };
                                        a.fork();
                                        return 22 + a.join();
                                    }
                                })
                        + " "
                        + fj.getParallelism());
        ExecutorService ws = Executors.newWorkStealingPool();
        System.out.println(ws.submit(() -> 5).get());
        ThreadPoolExecutor tp =
                new ThreadPoolExecutor(
                        1,
                        1,
                        1,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(1),
                        new ThreadPoolExecutor.DiscardOldestPolicy());
        CountDownLatch hold = new CountDownLatch(1);
        StringBuffer log = new StringBuffer();
        tp.execute(
                () -> {
                    try {
                        hold.await();
                    } catch (InterruptedException e) {
                    }
                });
        for (int i = 0; i < 3; i++) {
            int k = i;
            tp.execute(() -> log.append(k));
        }
        hold.countDown();
        tp.shutdown();
        tp.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(
                log
                        + " "
                        + tp.getCompletedTaskCount()
                        + tp.getLargestPoolSize()
                        + tp.toString()
                                .replaceAll("@[0-9a-f]+", "@")
                                .replaceAll("pool size = [0-9]+", "pool size"));
        Exchanger<String> ex = new Exchanger<>();
        Thread et =
                new Thread(
                        () -> {
                            try {
                                System.out.println("t " + ex.exchange("fromT"));
                            } catch (InterruptedException e) {
                            }
                        });
        et.start();
        String got = ex.exchange("fromMain");
        et.join();
        System.out.println(got);
        Phaser ph = new Phaser(1);
        System.out.println(
                ph.arrive() + "" + ph.getPhase() + ph.toString().replaceAll("@[0-9a-f]+", "@"));
        Semaphore se = new Semaphore(2, true);
        System.out.println(
                se.tryAcquire(3) + "" + se.drainPermits() + se.toString().contains("Permits = 0"));
        StampedLock0.run();
    }

    static class StampedLock0 {
        static void run() {
            java.util.concurrent.locks.StampedLock sl =
                    new java.util.concurrent.locks.StampedLock();
            long o = sl.tryOptimisticRead();
            System.out.println(
                    sl.validate(o) + "" + (sl.tryConvertToWriteLock(o) != 0) + sl.isWriteLocked());
        }
    }
}
