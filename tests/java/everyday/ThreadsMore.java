// Threads with one outcome: groups, daemons, priorities, names, interrupts at each blocking call,
// join with timeouts, inheritable locals, states, holdsLock, getAllStackTraces, builders' defaults.
import java.util.*;

public class ThreadsMore {
    static final InheritableThreadLocal<List<String>> ctx =
            new InheritableThreadLocal<>() {
                @Override
                protected List<String> childValue(List<String> p) {
                    return p == null ? null : new ArrayList<>(p);
                }
            };

    public static void main(String[] args) throws Exception {
        ctx.set(new ArrayList<>(List.of("root")));
        ThreadGroup g = new ThreadGroup("workers");
        g.setMaxPriority(4);
        Thread t =
                new Thread(
                        g,
                        () -> {
                            ctx.get().add("child");
                            System.out.println(
                                    ctx.get()
                                            + " "
                                            + Thread.currentThread().getPriority()
                                            + Thread.currentThread().getThreadGroup().getName()
                                            + Thread.currentThread().isDaemon());
                        },
                        "w1");
        t.setPriority(9);
        System.out.println(t.getState() + " " + t.isAlive() + t.getPriority());
        t.start();
        t.join();
        System.out.println(ctx.get() + " " + t.getState() + t.isAlive() + g.activeCount());
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("again " + e.getMessage());
        }
        Object lock = new Object();
        synchronized (lock) {
            System.out.println(Thread.holdsLock(lock));
        }
        try {
            lock.wait(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            lock.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            System.out.println(e.getMessage() + Thread.interrupted());
        }
        Thread.currentThread().interrupt();
        try {
            synchronized (lock) {
                lock.wait();
            }
        } catch (InterruptedException e) {
            System.out.println(e.getMessage());
        }
        Thread.currentThread().interrupt();
        try {
            t.join();
            System.out.println("joined dead");
        } catch (InterruptedException e) {
            System.out.println("join " + Thread.currentThread().isInterrupted());
        }
        Thread.interrupted();
        Thread.currentThread().interrupt();
        java.util.concurrent.locks.LockSupport.park();
        System.out.println("parked " + Thread.interrupted());
        Thread s =
                new Thread(
                        () -> {
                            try {
                                Thread.sleep(1_000_000);
                            } catch (InterruptedException e) {
                                System.out.println(
                                        "woken " + Thread.currentThread().isInterrupted());
                            }
                        });
        s.start();
        s.join(20);
        while (s.getState() != Thread.State.TIMED_WAITING) Thread.yield();
        System.out.println(s.isAlive() + " " + s.getStackTrace().length / 100 + s.getName());
        s.interrupt();
        s.join();
        Thread b =
                new Thread(
                        () -> {
                            synchronized (lock) {
                                System.out.println("got");
                            }
                        });
        synchronized (lock) {
            b.start();
            while (b.getState() != Thread.State.BLOCKED) Thread.yield();
            System.out.println(b.getState());
        }
        b.join();
        Thread w =
                new Thread(
                        () -> {
                            synchronized (lock) {
                                try {
                                    lock.wait();
                                } catch (InterruptedException e) {
                                }
                            }
                        });
        w.start();
        while (w.getState() != Thread.State.WAITING) Thread.yield();
        synchronized (lock) {
            lock.notifyAll();
        }
        w.join();
        System.out.println(
                Thread.getAllStackTraces().containsKey(Thread.currentThread())
                        + " "
                        + Thread.currentThread().getThreadGroup().getParent().getName()
                        + " "
                        + Thread.currentThread().getName()
                        + Thread.currentThread().getId()
                        + " "
                        + new Thread().getName().startsWith("Thread-")
                        + " "
                        + Thread.MAX_PRIORITY);
        try {
            new Thread(() -> {}).setDaemon(Thread.currentThread().isDaemon());
            Thread d = new Thread(java.util.concurrent.locks.LockSupport::park, "d");
            d.start();
            try {
                d.setDaemon(true);
                System.out.println("late");
            } finally {
                java.util.concurrent.locks.LockSupport.unpark(d);
            }
        } catch (IllegalThreadStateException e) {
            System.out.println("alive");
        }
        ThreadLocal<StringBuilder> tl = ThreadLocal.withInitial(() -> new StringBuilder("i"));
        tl.get().append("x");
        System.out.println(tl.get());
        tl.remove();
        System.out.println(tl.get());
        Thread[] ts = new Thread[10];
        System.out.println(Thread.enumerate(ts) >= 1);
        Thread ue =
                new Thread(
                        () -> {
                            throw new RuntimeException("u");
                        });
        ue.setUncaughtExceptionHandler(
                (x, e) -> System.out.println("handler " + e.getMessage() + x.isAlive()));
        ue.start();
        ue.join();
        ThreadGroup h =
                new ThreadGroup("h") {
                    @Override
                    public void uncaughtException(Thread x, Throwable e) {
                        System.out.println("group " + e);
                    }
                };
        Thread gu =
                new Thread(
                        h,
                        () -> {
                            throw new Error("e");
                        });
        gu.start();
        gu.join();
    }
}
