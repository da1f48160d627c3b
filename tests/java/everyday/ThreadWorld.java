// Threads with one possible output: names, groups, states seen through latches, interrupts, join, locals,
// uncaught handlers, wait and notify with order.
import java.util.*;
import java.util.concurrent.*;

public class ThreadWorld {
    static final InheritableThreadLocal<List<String>> INH = new InheritableThreadLocal<>() {
        protected List<String> initialValue() { return new ArrayList<>(List.of("init")); }
        protected List<String> childValue(List<String> p) { return new ArrayList<>(p); }
    };
    static final ThreadLocal<Integer> TL = ThreadLocal.withInitial(() -> 7);
    static void run(String n, Runnable r) throws InterruptedException {
        Thread t = new Thread(r, n);
        t.start();
        t.join();
    }
    public static void main(String[] args) throws Exception {
        ThreadGroup g = new ThreadGroup("grp") {
            public void uncaughtException(Thread t, Throwable e) {
                System.out.println(getName() + " caught " + e + " of " + t.getName());
            }
        };
        g.setMaxPriority(3);
        Thread a = new Thread(g, () -> { throw new IllegalStateException("x"); }, "boom");
        System.out.println(
            a.getName() + " " + a.getState() + a.getPriority() + g.getParent().getName() + g.parentOf(g));
        a.start();
        a.join();
        System.out.println(a.getState() + " " + a.isAlive() + a.getThreadGroup());
        System.out.println(new Thread().getName().replaceAll("\\d+", "N") + new Thread("q").isDaemon()
                           + Thread.currentThread().getName() + Thread.currentThread().getPriority());
        INH.get().add("main");
        TL.set(8);
        run("kid", () -> {
            INH.get().add("kid");
            System.out.println(INH.get() + "" + TL.get());
            run2();
        });
        System.out.println(INH.get() + "" + TL.get());
        TL.remove();
        System.out.println(TL.get());
        Object lock = new Object();
        CountDownLatch in = new CountDownLatch(1);
        boolean[] go = {false};
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread w = new Thread(() -> { synchronized (lock) { in.countDown(); while (!go[0]) try {
            lock.wait(); } catch (InterruptedException e) {
            log.add("interrupted " + Thread.currentThread().isInterrupted() + Thread.holdsLock(lock)); } log.add("woken");
    }
}, "waiter");
w.start();
in.await();
synchronized (lock) {
    System.out.println(w.getState());
    w.interrupt();
}
while (log.isEmpty()) Thread.onSpinWait();
synchronized (lock) {
    go[0] = true;
    lock.notifyAll();
}
w.join();
System.out.println(log);
Thread p = new Thread(() -> {
    java.util.concurrent.locks.LockSupport.park("blocker");
    System.out.println("unparked " + Thread.interrupted() + Thread.interrupted());
});
p.start();
p.interrupt();
p.join();
Thread s = new Thread(() -> {
    try {
        Thread.sleep(100000);
    } catch (InterruptedException e) { System.out.println(e.getMessage() + Thread.currentThread().isInterrupted()); }
});
s.start();
s.interrupt();
s.join();
Thread.currentThread().interrupt();
try {
    new CountDownLatch(1).await();
} catch (InterruptedException e) { System.out.println("await " + Thread.interrupted()); }
Thread.currentThread().interrupt();
try {
    s.join();
} catch (InterruptedException e) { System.out.println("join"); }
try {
    Thread.currentThread().join(1);
    System.out.println("self join timed");
} catch (InterruptedException e) { System.out.println("?"); }
Thread.setDefaultUncaughtExceptionHandler(
    (t, e) -> System.out.println("default " + t.getName() + " " + e.getMessage()));
run("d", () -> { throw new RuntimeException("to default"); });
Thread own = new Thread(() -> { throw new Error("to own"); }, "o");
own.setUncaughtExceptionHandler((t, e) -> { throw new RuntimeException("ignored"); });
own.start();
own.join();
StackTraceElement[][] other = new StackTraceElement[1][];
CountDownLatch parked = new CountDownLatch(1), end = new CountDownLatch(1);
Thread deep = new Thread(() -> level1(parked, end), "deep");
deep.start();
parked.await();
while (deep.getState() != Thread.State.WAITING) Thread.yield();
other[0] = deep.getStackTrace();
end.countDown();
deep.join();
System.out.println(Arrays.stream(other[0])
                       .filter(e -> e.getClassName().equals("ThreadWorld"))
                       .map(StackTraceElement::getMethodName)
                       .map(m -> m.replaceAll("\\$\\d+", ""))
                       .toList()
                   + "" + deep.getStackTrace().length);
Thread dm = new Thread(() -> {
    while (true) Thread.yield();
});
dm.setDaemon(true);
dm.start();
try {
    dm.setDaemon(false);
} catch (IllegalThreadStateException e) { System.out.println("itse " + e.getMessage()); }
ExecutorService ex = Executors.newSingleThreadExecutor(r -> {
    Thread t = new Thread(r, "ex");
    t.setDaemon(true);
    return t;
});
System.out.println(ex.submit(() -> Thread.currentThread().getName()).get()
                   + ex.invokeAll(List.of(() -> 1, () -> 2))
                       .stream()
                       .map(f -> {
                           try {
                               return f.get();
                           } catch (Exception e) { return e; }
                       })
                       .toList());
Future<?> f = ex.submit(() -> { throw new java.io.IOException("inside"); });
try {
    f.get();
} catch (ExecutionException e) { System.out.println(e.getMessage() + "|" + e.getCause() + f.isDone()); }
ex.shutdown();
System.out.println(ex.awaitTermination(1, TimeUnit.SECONDS) + "" + ex.isTerminated());
try {
    ex.submit(() -> 1);
} catch (RejectedExecutionException e) { System.out.println("rejected"); }
System.out.println(CompletableFuture.supplyAsync(() -> 20)
                       .thenCombine(CompletableFuture.supplyAsync(() -> 22), Integer::sum)
                       .thenApply(x -> x / 0)
                       .exceptionally(e -> - 1)
                       .get()
                   + CompletableFuture.completedFuture(1)
                       .thenCompose(x -> CompletableFuture.failedFuture(new Exception("f")))
                       .handle((v, e) -> e.getClass().getSimpleName() + e.getMessage())
                       .join());
throw new IllegalStateException("main ends");
}
static void run2() {
    try {
        run("grandkid", () -> System.out.println(INH.get()));
    } catch (InterruptedException e) { System.out.println(e); }
}
static void level1(CountDownLatch p, CountDownLatch e) { level2(p, e); }
static void level2(CountDownLatch p, CountDownLatch e) {
    p.countDown();
    try {
        e.await();
    } catch (InterruptedException x) { System.out.println(x); }
}
}
