import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads hand in tasks; main waits for their end, and shuts the pool down then. args: tasks, and `beside` if it does not wait. */
public class JoinedSubmitters {
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        boolean beside = args.length > 1;
        AtomicInteger done = new AtomicInteger(), refused = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Thread[] submitters = new Thread[n];
        for (int i = 0; i < n; i++) {
            submitters[i] = new Thread(() -> {
                try {
                    pool.execute(done::incrementAndGet);
                } catch (java.util.concurrent.RejectedExecutionException e) {
                    refused.incrementAndGet();
                }
            });
        }
        for (Thread t : submitters) t.start();
        if (!beside)
            for (Thread t : submitters) t.join();
        pool.shutdown();
        for (Thread t : submitters) t.join();
        boolean ended = pool.awaitTermination(1, TimeUnit.SECONDS);
        System.out.println("R " + (ended ? done + " " + refused : "late"));
    }
}
