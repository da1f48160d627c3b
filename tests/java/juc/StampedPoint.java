// expect: no_errors
import java.util.concurrent.locks.StampedLock;

/** An optimistic read, validated, with the read lock to fall back on. */
public class StampedPoint {
    private double x, y;
    private final StampedLock sl = new StampedLock();

    void move(double dx, double dy) {
        long stamp = sl.writeLock();
        try {
            x += dx;
            y += dy;
        } finally {
            sl.unlockWrite(stamp);
        }
    }

    double sum() {
        long stamp = sl.tryOptimisticRead();
        double cx = x, cy = y;
        if (!sl.validate(stamp)) {
            stamp = sl.readLock();
            try {
                cx = x;
                cy = y;
            } finally {
                sl.unlockRead(stamp);
            }
        }
        return cx + cy;
    }

    public static void main(String[] args) throws InterruptedException {
        StampedPoint p = new StampedPoint();
        Thread t = new Thread(() -> p.move(1, -1)), u = new Thread(() -> p.move(2, -2));
        t.start();
        u.start();
        assert p.sum() == 0;
        t.join();
        u.join();
        assert p.x == 3;
    }
}
