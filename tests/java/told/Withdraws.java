import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Who waits no longer: a call that offers or asks and gives up at once, a wait for a condition that ends by itself. */
public class Withdraws {
    interface Call {
        Object call() throws Exception;
    }

    static final SynchronousQueue<Integer> SYNC = new SynchronousQueue<>(), FAIR = new SynchronousQueue<>(true);
    static final LinkedTransferQueue<Integer> MOVES = new LinkedTransferQueue<>();
    static final Exchanger<Integer> SWAPS = new Exchanger<>();
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CONDITION = LOCK.newCondition();
    static ScheduledThreadPoolExecutor pool;
    static volatile int n;

    static String told(Call c) {
        try {
            return String.valueOf(c.call());
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    static Call interrupted(Call c) {
        return () -> {
            Thread.currentThread().interrupt();
            return c.call();
        };
    }

    static Object locked(Call c) throws Exception {
        LOCK.lock();
        try {
            return c.call();
        } finally {
            LOCK.unlock();
        }
    }

    static Object rejected() {
        pool.shutdownNow();
        try {
            pool.schedule(() -> n++, 1, TimeUnit.SECONDS);
            return "taken";
        } catch (RejectedExecutionException e) {
            return "rejected";
        }
    }

    public static void main(String[] a) throws Exception {
        Call[] calls = switch (a[0]) {
            case "put" -> new Call[] {interrupted(() -> {
                SYNC.put(1);
                return "put";
            }), SYNC::poll};
            case "take" -> new Call[] {interrupted(FAIR::take), () -> FAIR.offer(1)};
            case "poll" -> new Call[] {interrupted(() -> SYNC.poll(1, TimeUnit.SECONDS)), () -> SYNC.offer(1)};
            case "transfer" -> new Call[] {interrupted(() -> MOVES.tryTransfer(1, 1, TimeUnit.SECONDS)), MOVES::poll};
            case "no time" -> new Call[] {() -> MOVES.tryTransfer(1, 0, TimeUnit.SECONDS), MOVES::poll};
            case "no time to ask" -> new Call[] {() -> MOVES.poll(-5, TimeUnit.SECONDS), () -> MOVES.tryTransfer(1)};
            case "exchange" -> new Call[] {interrupted(() -> SWAPS.exchange(1)), () -> SWAPS.exchange(2, 1, TimeUnit.SECONDS)};
            case "condition" -> new Call[] {() -> locked(() -> CONDITION.await(0, TimeUnit.SECONDS)), () -> locked(() -> {
                boolean any = LOCK.hasWaiters(CONDITION);
                CONDITION.signal();
                return any;
            })};
            default -> {
                pool = new ScheduledThreadPoolExecutor(1);
                yield new Call[] {Withdraws::rejected, () -> n};
            }
        };
        String[] told = new String[2];
        Thread[] t = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int k = i;
            t[i] = new Thread(() -> told[k] = told(calls[k]));
        }
        for (Thread x : t) x.start();
        for (Thread x : t) x.join();
        throw new IllegalStateException(told[0] + " " + told[1]);
    }
}
