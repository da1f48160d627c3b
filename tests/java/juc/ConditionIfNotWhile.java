// expect: violation uncaught_exception java.util.NoSuchElementException
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** `if` where `while` is needed: another consumer may have taken the item. */
public class ConditionIfNotWhile {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition some = lock.newCondition();
    static final ArrayDeque<String> items = new ArrayDeque<>();

    static void consume() {
        lock.lock();
        try {
            if (items.isEmpty()) some.awaitUninterruptibly();
            items.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Thread t = new Thread(ConditionIfNotWhile::consume);
            t.setDaemon(true);
            t.start();
        }
        lock.lock();
        items.add("one");
        some.signalAll();
        lock.unlock();
    }
}
