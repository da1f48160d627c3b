import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** One thread uses a lock; another one, which can reach every lock, comes to it in some unusual way, after a step of its
 * own at another lock. What was seen is printed in the end. */
public class Comers {
    static class Open extends ReentrantLock {
        Thread owner() { return getOwner(); }
        Collection<Thread> queued() { return getQueuedThreads(); }
        Collection<Thread> waiting(Condition c) { return getWaitingThreads(c); }
    }

    static class Own extends AbstractQueuedSynchronizer {
        @Override protected boolean tryAcquire(int n) { return compareAndSetState(0, 1); }
        @Override protected boolean tryRelease(int n) { setState(0); return true; }
        static final Own it = new Own(); // who has such a class looks at locks in any way
    }

    static Open[] locks = {new Open(), new Open()};
    static Condition[] conditions = {locks[0].newCondition(), locks[1].newCondition()};
    static ReentrantReadWriteLock[] halves = {new ReentrantReadWriteLock(), new ReentrantReadWriteLock()};
    static Semaphore[] permits = {new Semaphore(1), new Semaphore(1)};
    static CountDownLatch[] gates = {new CountDownLatch(1), new CountDownLatch(1)};
    static StampedLock[] stamped = {new StampedLock(), new StampedLock()};
    static int x, seen;
    static Thread user, other;

    static void see(int z) { seen = seen * 7 + z; }

    static void call(Runnable r) { r.run(); }

    static void use(String how) throws Exception {
        switch (how) {
            case "reader": case "readers":
                halves[0].writeLock().lock();
                x++;
                halves[0].writeLock().unlock();
                break;
            case "permits": case "drain":
                permits[0].acquire();
                x++;
                permits[0].release();
                break;
            case "gate":
                x++;
                gates[0].countDown();
                break;
            case "view": case "stamp": case "monitor":
                long w = stamped[0].writeLock();
                x++;
                stamped[0].unlockWrite(w);
                break;
            case "waiting": case "signal":
                locks[0].lock();
                if (x == 0) conditions[0].await(1, TimeUnit.SECONDS);
                x += 2;
                locks[0].unlock();
                break;
            case "unpark": case "complete": case "task":
                locks[0].lock();
                locks[1].lock();
                x++;
                locks[1].unlock();
                locks[0].unlock();
                LockSupport.parkNanos(1);
                break;
            default:
                locks[0].lock();
                x++;
                locks[0].unlock();
        }
    }

    static void come(String how) throws Exception {
        Object blocker;
        long w;
        switch (how) {
            case "plain": locks[0].lock(); see(x); locks[0].unlock(); break;
            case "reference": call(locks[0]::lock); see(x); call(locks[0]::unlock); break;
            case "reflection":
                Lock.class.getMethod("lock").invoke(locks[0]);
                see(x);
                Lock.class.getMethod("unlock").invoke(locks[0]);
                break;
            case "future": CompletableFuture.completedFuture(1).thenRun(locks[0]::lock); see(x); locks[0].unlock(); break;
            case "list": List.of(locks[0]).forEach(Lock::lock); see(x); locks[0].unlock(); break;
            case "late": Condition c = locks[0].newCondition(); locks[0].lock(); c.signal(); see(x); locks[0].unlock(); break;
            case "owner": see(x); see(locks[0].owner() == null ? 1 : 2); break;
            case "queued": see(locks[0].queued().size()); see(x); break;
            case "text": see(locks[0].toString().contains("Unlocked") ? 1 : 2); see(x); break;
            case "held": see(locks[0].isHeldByCurrentThread() ? 1 : 2); see(locks[0].isLocked() ? 1 : 2); see(x); break;
            case "saved": new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(locks[0]); see(x); break;
            case "blocker":
                blocker = LockSupport.getBlocker(user);
                if (blocker == null) break;
                see(((AbstractQueuedSynchronizer) blocker).hasQueuedThreads() ? 1 : 2);
                ((AbstractQueuedSynchronizer) blocker).acquire(1);
                see(x);
                ((AbstractQueuedSynchronizer) blocker).release(1);
                break;
            case "waiting": locks[0].lock(); see(locks[0].waiting(conditions[0]).size()); locks[0].unlock(); break;
            case "signal": locks[0].lock(); x = 1; conditions[0].signal(); locks[0].unlock(); break;
            case "reader": halves[0].readLock().lock(); see(x); halves[0].readLock().unlock(); break;
            case "readers": see(halves[0].writeLock().toString().contains("Unlocked") ? 1 : 2); see(x); break;
            case "permits": if (permits[0].tryAcquire()) { see(x); permits[0].release(); } break;
            case "drain": int n = permits[0].drainPermits(); see(n); see(x); permits[0].release(n); break;
            case "gate": gates[0].await(); see(x); break;
            case "view": stamped[0].asReadLock().lock(); see(x); stamped[0].asReadLock().unlock(); break;
            case "stamp": w = stamped[0].tryOptimisticRead(); see(x); see(stamped[0].validate(w) ? 1 : 2); break;
            case "monitor": synchronized (stamped[0]) { see(stamped[0].isWriteLocked() ? 1 : 2); see(x); } break;
            case "own": Own.it.acquire(1); locks[0].lock(); see(x); locks[0].unlock(); Own.it.release(1); break;
            case "unpark": LockSupport.unpark(user); see(x); break;
            case "interrupt": user.interrupt(); see(x); break;
            case "complete": CompletableFuture<Integer> f = new CompletableFuture<>(); f.complete(1); see(f.get()); see(x); break;
            case "task": FutureTask<Integer> t = new FutureTask<>(() -> x); t.run(); see(t.get()); break;
            case "try": if (locks[0].tryLock()) { see(x); locks[0].unlock(); } else see(9); break;
            case "limit": if (locks[0].tryLock(1, TimeUnit.SECONDS)) { see(x); locks[0].unlock(); } else see(9); break;
            case "swap": Open l = locks[0]; locks[0] = locks[1]; l.lock(); see(x); l.unlock(); break;
            default: throw new AssertionError(how);
        }
    }

    interface Body { void run(String how) throws Exception; }

    static Thread thread(Body body, String how, int steps) {
        return new Thread(() -> {
            try {
                for (int i = 0; i < steps; i++) {
                    locks[1].lock();
                    x += 3;
                    locks[1].unlock();
                }
                body.run(how);
            } catch (InterruptedException e) {
                see(5);
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        });
    }

    public static void main(String[] args) throws Exception {
        user = thread(Comers::use, args[0], 0);
        other = thread(Comers::come, args[0], 1);
        user.start();
        other.start();
        if (args.length > 1) { // who waits for one of them while the other one goes on
            locks[0].lock();
            see(x);
            locks[0].unlock();
        }
        user.join();
        other.join();
        System.out.println("R " + x + " " + seen);
    }
}
