import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Waits for Long.MAX_VALUE, the usual way to say "for ever", which take the clock to where a long ends. */
public class FarLimit {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition SET = LOCK.newCondition();
    static boolean set;

    public static void main(String[] args) throws Exception {
        if (args[0].equals("clock")) clock();
        else wait(args[0], Integer.parseInt(args[1]));
    }

    static void wait(String how, int before) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        if (before > 0) Thread.sleep(before);
        new Thread(() -> {
            if (how.equals("latch")) latch.countDown();
            else set();
        }).start();
        boolean seen = how.equals("latch") ? latch.await(Long.MAX_VALUE, TimeUnit.DAYS) : await();
        System.out.println("R " + (seen ? "seen" : "timeout"));
    }

    static void set() {
        LOCK.lock();
        set = true;
        SET.signal();
        LOCK.unlock();
    }

    static boolean await() throws InterruptedException {
        LOCK.lock();
        try {
            long left = Long.MAX_VALUE;
            while (!set && left > 0) left = SET.awaitNanos(left);
            return set;
        } finally {
            LOCK.unlock();
        }
    }

    /** Readings go on, and waits end: nanoTime goes round, as far as differences tell, and the time of day does not. */
    static void clock() throws Exception {
        long nano = System.nanoTime(), milli = System.currentTimeMillis();
        for (int i = 0; i < 2; i++) {
            TimeUnit.NANOSECONDS.sleep(Long.MAX_VALUE);
            check(System.nanoTime() - nano == (i == 0 ? Long.MAX_VALUE : -2));
            check(System.currentTimeMillis() - milli == (i == 0 ? 9223372036854L : 18446744073709L));
        }
        check(Instant.now().isAfter(Instant.ofEpochMilli(milli)));
        long then = System.nanoTime();
        Thread.sleep(7);
        check(System.nanoTime() - then == 7000000);
        LockSupport.parkUntil(System.currentTimeMillis() + 3);
        check(System.nanoTime() - then > 9000000);
        LockSupport.parkUntil(Long.MIN_VALUE);
        check(System.nanoTime() - then <= 10000000);
        check(Files.getLastModifiedTime(Files.writeString(Path.of("late"), "x")).toMillis() > milli);
        System.out.println("R went on");
    }

    static void check(boolean fine) {
        if (!fine) throw new AssertionError();
    }
}
