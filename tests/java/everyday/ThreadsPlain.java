// Threads under --run: join, names, interrupts, thread locals, groups, uncaught handlers,
// synchronized hand-over.
import java.util.*;

public class ThreadsPlain {
    static int shared;
    static final Object lock = new Object();
    static final ThreadLocal<Integer> TL = ThreadLocal.withInitial(() -> 5);
    static final InheritableThreadLocal<String> IL =
            new InheritableThreadLocal<>() {
                protected String childValue(String p) {
                    return p + "-child";
                }
            };

    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int k = i;
            ts[i] =
                    new Thread(
                            () -> {
                                for (int j = 0; j < 100; j++)
                                    synchronized (lock) {
                                        shared += k;
                                    }
                            },
                            "w" + i);
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(shared + ts[0].getName() + ts[0].getState() + ts[1].isAlive());
        StringBuilder log = new StringBuilder();
        boolean[] turn = {false};
        Thread ping =
                new Thread(
                        () -> {
                            for (int i = 0; i < 3; i++)
                                synchronized (turn) {
                                    while (turn[0])
                                        try {
                                            turn.wait();
                                        } catch (InterruptedException e) {
                                        }
                                    log.append("ping ");
                                    turn[0] = true;
                                    turn.notifyAll();
                                }
                        });
        ping.start();
        for (int i = 0; i < 3; i++)
            synchronized (turn) {
                while (!turn[0]) turn.wait();
                log.append("pong ");
                turn[0] = false;
                turn.notifyAll();
            }
        ping.join();
        System.out.println(log);
        Thread sl =
                new Thread(
                        () -> {
                            try {
                                Thread.sleep(1_000_000);
                            } catch (InterruptedException e) {
                                System.out.println(
                                        e.getMessage() + Thread.currentThread().isInterrupted());
                            }
                        });
        sl.start();
        sl.interrupt();
        sl.join();
        Thread.currentThread().interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        IL.set("par");
        TL.set(6);
        Thread tl = new Thread(() -> System.out.println(TL.get() + IL.get()));
        tl.start();
        tl.join();
        TL.remove();
        System.out.println(TL.get());
        Thread bad =
                new Thread(
                        () -> {
                            throw new IllegalStateException("x");
                        },
                        "bad");
        bad.setUncaughtExceptionHandler((t, e) -> System.out.println("handler " + t.getName() + e));
        bad.start();
        bad.join();
        Thread.setDefaultUncaughtExceptionHandler(
                (t, e) -> System.out.println("default " + e.getMessage()));
        Thread b2 =
                new Thread(
                        () -> {
                            int[] a = new int[1];
                            a[2] = 0;
                        });
        b2.start();
        b2.join();
        try {
            bad.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("twice");
        }
        try {
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Thread d = new Thread(() -> {});
        d.setDaemon(true);
        d.setPriority(7);
        System.out.println(
                d.isDaemon()
                        + ""
                        + d.getPriority()
                        + d.getThreadGroup().getName()
                        + Thread.holdsLock(lock)
                        + Thread.currentThread()
                        + new Thread().getName().startsWith("Thread-"));
        try {
            d.setPriority(11);
        } catch (IllegalArgumentException e) {
            System.out.println("priority");
        }
    }
}
