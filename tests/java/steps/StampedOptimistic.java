// outcomes: false 0 false false|false 0 true false|false 0 true true|false 1 false false|false 1 true true|true 0 false false|true 1 false false
import java.util.concurrent.locks.StampedLock;

/** An optimistic read against tryWriteLock, then its conversion. */
public class StampedOptimistic {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        StampedLock l = new StampedLock();
        Thread t = new Thread(() -> {
            long s = l.tryWriteLock();
            if (s != 0) { v = 1; l.unlockWrite(s); } else v = 9;
        });
        t.start();
        long o = l.tryOptimisticRead();
        int k = v;
        boolean ok = l.validate(o);
        long q = l.tryConvertToWriteLock(o);
        System.out.println("R " + (o == 0) + " " + k + " " + ok + " " + (q != 0));
    }
}
