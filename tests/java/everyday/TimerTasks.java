// java.util.Timer: order of tasks, repetition, cancelling, purge, a task that throws.
import java.util.*;
import java.util.concurrent.*;

public class TimerTasks {
    static TimerTask task(Runnable r) {
        return new TimerTask() {
            public void run() {
                r.run();
            }
        };
    }

    public static void main(String[] args) throws Exception {
        Timer t = new Timer("tm");
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(1);
        t.schedule(task(() -> log.add("late")), 60);
        t.schedule(task(() -> log.add("early " + Thread.currentThread().getName())), 10);
        int[] n = {0};
        t.schedule(
                new TimerTask() {
                    public void run() {
                        log.add("tick" + n[0]);
                        if (++n[0] == 3) {
                            cancel();
                            done.countDown();
                        }
                    }
                },
                100,
                20);
        TimerTask never = task(() -> log.add("never"));
        t.schedule(never, 50);
        System.out.println(never.cancel() + " " + never.cancel());
        done.await();
        t.cancel();
        System.out.println(log + " " + t.purge());
        try {
            t.schedule(never, 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Timer(true).schedule(task(() -> {}), -1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        ScheduledExecutorService ex = Executors.newScheduledThreadPool(1);
        Future<Integer> f = ex.schedule(() -> 42, 5, TimeUnit.MILLISECONDS);
        System.out.println(f.get() + " " + f.isDone());
        ex.shutdown();
        System.out.println(ex.awaitTermination(1, TimeUnit.SECONDS));
        Timer bad = new Timer("bad");
        Thread.sleep(5);
        bad.schedule(
                task(
                        () -> {
                            log.add("x");
                            throw new IllegalArgumentException("in task");
                        }),
                1);
        Thread.sleep(100);
        try {
            bad.schedule(task(() -> {}), 1);
        } catch (IllegalStateException e) {
            System.out.println("dead: " + e.getMessage());
        }
    }
}
