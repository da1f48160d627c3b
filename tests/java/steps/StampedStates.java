// outcomes: false false 0 0|false false 0 1|false false 0 2|false false 1 1|false false 1 2|false true 0 2|false true 1 1|false true 1 2|true false 0 0|true false 0 1|true false 0 2|true false 1 1|true false 1 2|true true 0 2|true true 1 1|true true 1 2
import java.util.concurrent.locks.StampedLock;

/** A stamped lock is converted. */
public class StampedStates {
    static volatile int v;

    public static void main(String[] args) throws Exception {
        StampedLock l = new StampedLock();
        Thread t = new Thread(() -> {
            long s = l.writeLock();
            v = 1;
            s = l.tryConvertToReadLock(s);
            v = 2;
            l.unlockRead(s);
        });
        t.start();
        boolean w = l.isWriteLocked(), rr = l.isReadLocked();
        int c = l.getReadLockCount();
        System.out.println("R " + w + " " + rr + " " + c + " " + v);
    }
}
