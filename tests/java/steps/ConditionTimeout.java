// outcomes: false 0|false 1|true 1
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A wait with a timeout against signal. */
public class ConditionTimeout {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        ReentrantLock l = new ReentrantLock();
        Condition c = l.newCondition();
        Thread t = new Thread(() -> { l.lock(); c.signal(); v = 1; l.unlock(); });
        t.start();
        l.lock();
        boolean b = c.await(1, TimeUnit.SECONDS);
        int k = v;
        l.unlock();
        System.out.println("R " + b + " " + k);
    }
}
