import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** What is left out of a state is asked for, while others are inside and when nobody is. */
public class Asked {
    static class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int n) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int n) {
            setState(0);
            return true;
        }
    }

    interface Asks {
        String now();
    }

    static void run(Asks asks, Runnable... all) throws InterruptedException {
        Thread[] threads = new Thread[all.length];
        for (int i = 0; i < all.length; i++) {
            threads[i] = new Thread(all[i]);
            threads[i].start();
        }
        System.out.println("R inside " + asks.now());
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("R rest " + asks.now());
    }

    static String text(Object o) {
        return o.toString().replaceAll("@[0-9a-f]+", "");
    }

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "mutex" -> {
                Mutex m = new Mutex();
                Runnable use = () -> {
                    m.acquire(1);
                    m.release(1);
                };
                run(() -> m.hasContended() + " " + m.hasQueuedThreads(), use, use);
            }
            case "lock" -> {
                ReentrantLock l = new ReentrantLock();
                Runnable use = () -> {
                    l.lock();
                    l.unlock();
                };
                run(() -> l.getQueueLength() + " " + l.hasQueuedThreads() + " " + l.isLocked(), use, use);
            }
            case "readers" -> {
                ReentrantReadWriteLock l = new ReentrantReadWriteLock();
                Runnable use = () -> {
                    l.readLock().lock();
                    l.readLock().lock();
                    if (l.getReadHoldCount() != 2) throw new AssertionError();
                    l.readLock().unlock();
                    if (l.getReadHoldCount() != 1) throw new AssertionError();
                    l.readLock().unlock();
                    if (l.getReadHoldCount() != 0) throw new AssertionError();
                };
                run(() -> l.getReadHoldCount() + " " + l.getReadLockCount() + text(l.readLock()), use, use);
            }
            case "upgrade" -> {
                ReentrantReadWriteLock l = new ReentrantReadWriteLock();
                Runnable read = () -> {
                    l.readLock().lock();
                    l.readLock().unlock();
                };
                Runnable write = () -> {
                    l.writeLock().lock();
                    l.readLock().lock();
                    l.writeLock().unlock();
                    if (l.getReadHoldCount() != 1) throw new AssertionError();
                    l.readLock().unlock();
                };
                run(() -> l.getQueueLength() + " " + l.isWriteLocked() + " " + l.getReadLockCount(), read, write);
            }
            case "stamped" -> {
                StampedLock l = new StampedLock();
                Runnable read = () -> l.unlockRead(l.readLock());
                Runnable write = () -> l.unlockWrite(l.writeLock());
                run(() -> l.getReadLockCount() + " " + l.isWriteLocked() + " " + l.tryOptimisticRead(), read, write);
            }
            case "hash" -> {
                int[] seen = new int[2];
                Thread t = new Thread(() -> seen[0] = StampedLock.class.hashCode());
                t.start();
                seen[1] = StampedLock.class.hashCode();
                t.join();
                System.out.println("R same " + (seen[0] == seen[1] && seen[0] == StampedLock.class.hashCode()));
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
