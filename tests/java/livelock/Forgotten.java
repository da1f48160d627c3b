// Pools and timers that nobody ends. In a comment: the call that made it.
import java.util.*;
import java.util.concurrent.*;

public class Forgotten {
    static class Own extends ThreadPoolExecutor {
        Own() {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }
    }

    static void run(Executor e) {
        e.execute(() -> { });
    }

    static final TimerTask TASK = new TimerTask() { public void run() { } };

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
        case "fixed": run(Executors.newFixedThreadPool(1)); break; // Executors.newFixedThreadPool
        case "single": run(Executors.newSingleThreadExecutor()); break; // Executors.newSingleThreadExecutor
        case "scheduled": run(Executors.newScheduledThreadPool(1)); break; // Executors.newScheduledThreadPool
        case "own": run(new Own()); break; // new Forgotten$Own
        case "plain": run(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>())); break; // new ThreadPoolExecutor
        case "timer": new Timer().schedule(TASK, 10); break; // new Timer
        case "named": new Timer("clock").schedule(TASK, 10); break; // new Timer
        case "two":
            run(Executors.newFixedThreadPool(1));
            new Timer().schedule(TASK, 10);
            break;
        case "busy": // a task that waits for ever
            Executors.newFixedThreadPool(1).execute(() -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            break;
        case "awaited": {
            ExecutorService e = Executors.newFixedThreadPool(1);
            run(e);
            new CountDownLatch(1).await();
            break;
        }
        case "daemons":
            run(ForkJoinPool.commonPool());
            run(new ForkJoinPool(1));
            new Timer(true).schedule(TASK, 10);
            break;
        case "map": {
            ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
            Thread t = new Thread(() -> m.put("a", 1));
            t.start();
            m.put("b", 2);
            if (m.size() == 2) throw new AssertionError("both");
            t.join();
            break;
        }
        default: throw new IllegalArgumentException(args[0]);
        }
    }
}
