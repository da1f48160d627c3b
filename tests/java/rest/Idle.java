import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.LockSupport;

/**
 * main has n tasks run, and then waits for ever: the number of deadlocks of a search is that of the states at rest, where
 * nobody can do anything any more. Arguments: what, how many tasks, "stay" or "end" (it is shut down), and whether a static
 * field has the pool.
 */
public class Idle {
    static final AtomicInteger x = new AtomicInteger();
    static Object subject;

    static ExecutorService pool(String what) {
        return switch (what) {
            case "fixed" -> Executors.newFixedThreadPool(2);
            case "single" -> Executors.newSingleThreadExecutor();
            case "cached" -> Executors.newCachedThreadPool();
            case "scheduled" -> Executors.newScheduledThreadPool(2);
            case "fork" -> new ForkJoinPool(2);
            case "common" -> ForkJoinPool.commonPool();
            case "stealing" -> Executors.newWorkStealingPool(2);
            default -> throw new IllegalArgumentException(what);
        };
    }

    static void work(ExecutorService e, int n) throws Exception {
        List<Future<?>> f = new ArrayList<>();
        for (int i = 0; i < n; i++) f.add(e.submit(() -> {
            x.getAndIncrement();
        }));
        for (Future<?> a : f) a.get();
    }

    static void async(int n) {
        List<CompletableFuture<Void>> f = new ArrayList<>();
        for (int i = 0; i < n; i++) f.add(CompletableFuture.runAsync(() -> x.getAndIncrement()));
        for (CompletableFuture<Void> a : f) a.join();
    }

    public static void main(String[] a) throws Exception {
        int n = Integer.parseInt(a[1]);
        if (a[0].equals("async"))
            async(n);
        else {
            ExecutorService e = pool(a[0]);
            if (a.length > 3) subject = e;
            work(e, n);
            if (a[2].equals("end")) {
                e.shutdown();
                e.awaitTermination(1, TimeUnit.DAYS);
            }
        }
        while (true) LockSupport.park();
    }
}
