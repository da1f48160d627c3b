import gov.nasa.jpf.vm.Verify;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** One thread comes to a lock or the like, changes a field, and gives it back or not; another one looks at the lock twice
 * and at the field in between; main looks at the field at any time. */
public class Lookers {
    static StampedLock stamped = new StampedLock();
    static ReentrantLock lock = new ReentrantLock();
    static ReentrantReadWriteLock halves = new ReentrantReadWriteLock();
    static Semaphore permits = new Semaphore(1);
    static CountDownLatch gate = new CountDownLatch(2);
    static Phaser phaser = new Phaser(2);
    static FutureTask<Integer> task = new FutureTask<>(() -> Lookers.x = 1);
    static ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    static AtomicLong number = new AtomicLong();
    static volatile int flag;
    static int x, first, between, second, drawn;

    static void use(String how) throws Exception {
        long w;
        switch (how) {
            case "stamp": case "drawn": case "written": w = stamped.writeLock(); x = 1; stamped.unlockWrite(w); break;
            case "read": w = stamped.readLock(); x = 1; stamped.unlockRead(w); break;
            case "try": case "locked": lock.lock(); x = 1; lock.unlock(); break;
            case "half": case "halves": halves.writeLock().lock(); x = 1; halves.writeLock().unlock(); break;
            case "permits": case "available": permits.acquire(); x = 1; permits.release(); break;
            case "gate": gate.countDown(); x = 1; gate.countDown(); break;
            case "phaser": phaser.arrive(); x = 1; phaser.arrive(); break;
            case "task": task.run(); break;
            case "map": map.put(1, 1); x = 1; map.remove(1); break;
            case "behind": flag = 1; x = 1; break;
            case "number": number.incrementAndGet(); x = 1; number.incrementAndGet(); break;
            default: throw new AssertionError(how);
        }
    }

    static int look(String how, int before) {
        switch (how) {
            case "stamp": case "drawn": return before < 0 ? (int) stamped.tryOptimisticRead() : stamped.validate(before) ? 1 : 2;
            case "written": return stamped.isWriteLocked() ? 1 : 0;
            case "read": return stamped.getReadLockCount();
            case "try": if (!lock.tryLock()) return 0; lock.unlock(); return 1;
            case "locked": return lock.isLocked() ? 1 : 0;
            case "half": if (!halves.readLock().tryLock()) return 0; halves.readLock().unlock(); return 1;
            case "halves": return halves.isWriteLocked() ? 1 : 0;
            case "permits": if (!permits.tryAcquire()) return 0; permits.release(); return 1;
            case "available": return permits.availablePermits();
            case "gate": return (int) gate.getCount();
            case "phaser": return phaser.getPhase() * 10 + phaser.getArrivedParties();
            case "task": return task.isDone() ? 1 : 0;
            case "map": return map.containsKey(1) ? 1 : 0;
            case "behind": // what follows the look is no step of its own
                int now = flag;
                if (before < 0 && now != 0) permits.release();
                return now;
            case "number": return (int) number.get();
            default: throw new AssertionError(how);
        }
    }

    public static void main(String[] args) throws Exception {
        String how = args[0];
        Thread user = new Thread(() -> {
            try {
                use(how);
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        });
        Thread looker = new Thread(() -> {
            x += 3;
            if (how.equals("drawn")) drawn = Verify.getInt(0, 1);
            first = look(how, -1);
            if (how.equals("drawn")) drawn = drawn * 3 + Verify.getInt(0, 2);
            between = x;
            second = look(how, first);
        });
        user.start();
        looker.start();
        int mine = x;
        if (how.equals("behind")) permits.release();
        user.join();
        looker.join();
        System.out.println("R " + x + " " + first + " " + between + " " + second + " " + mine + " " + drawn);
    }
}
