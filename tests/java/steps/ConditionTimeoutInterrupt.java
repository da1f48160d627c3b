// outcomes: I 0 false|I 1 false|false 0 false|false 0 true|false 1 true|true 1 true
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A wait that timed out is interrupted before it has the lock again: it returns, the flag stays. */
public class ConditionTimeoutInterrupt {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        ReentrantLock l = new ReentrantLock();
        Condition c = l.newCondition();
        Thread m = Thread.currentThread();
        Thread t = new Thread(() -> { m.interrupt(); l.lock(); c.signal(); v = 1; l.unlock(); });
        t.start();
        l.lock();
        String s;
        try { s = "" + c.await(1, TimeUnit.SECONDS); } catch (InterruptedException e) { s = "I"; }
        int k = v;
        boolean i = Thread.interrupted();
        l.unlock();
        System.out.println("R " + s + " " + k + " " + i);
    }
}
