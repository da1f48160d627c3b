import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** A thread is RUNNABLE until it comes to where it waits, whatever it has done before: who asks for its state tells. */
public class Arrives {
    static final Object m = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    static int x;

    static void waitOnce(String how, Thread t) throws InterruptedException {
        switch (how) {
            case "join" -> t.join();
            case "timed" -> t.join(5);
            case "park" -> LockSupport.park();
            case "nanos" -> LockSupport.parkNanos(5);
            case "sleep" -> Thread.sleep(5);
            case "wait" -> {
                synchronized (m) {
                    m.wait(5);
                }
            }
            case "own" -> {
                Object mine = new Object();
                synchronized (mine) {
                    mine.wait(5);
                }
            }
            case "monitor" -> {
                synchronized (m) {
                    x++;
                }
            }
            case "lock" -> {
                lock.lock();
                lock.unlock();
            }
            case "queue" -> queue.take();
            default -> throw new AssertionError(how);
        }
    }

    static String look(String how, Thread who) {
        String state = "" + who.getState().name().charAt(0);
        if (how.equals("park")) LockSupport.unpark(who);
        if (how.equals("queue")) queue.offer(1);
        return state;
    }

    static String looks(String how, Thread who) {
        return look(how, who) + look(how, who) + look(how, who);
    }

    public static void main(String[] args) throws InterruptedException {
        String how = args[0];
        Thread main = Thread.currentThread(), first = new Thread(() -> {});
        Thread second = new Thread(() -> {
            String seen;
            if (how.equals("monitor")) {
                synchronized (m) {
                    seen = looks(how, main);
                }
            } else if (how.equals("lock")) {
                lock.lock();
                seen = looks(how, main);
                lock.unlock();
            } else {
                seen = looks(how, main);
            }
            if (args.length > 1 && seen.equals(args[1])) throw new IllegalStateException(seen);
            System.out.println("R " + seen);
        });
        first.start();
        second.start();
        waitOnce(how, first);
        waitOnce(how, second);
    }
}
