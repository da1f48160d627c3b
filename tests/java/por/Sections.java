// verdict: by variant, see tests/test_sections.py
import gov.nasa.jpf.vm.Verify;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * One thread waits within an atomic section, another one does what ends such waits.
 * Sections SHAPE WAITS ENDS: SHAPE's digits say who waits, whether the section is begun only behind the other
 * thread's first mark, and whether a third thread is there; each letter of WAITS and ENDS is a kind. No array is used
 * beside the arguments, and these by the main thread alone, before it starts the others.
 */
public class Sections {
    static final Object lock = new Object(), cond = new Object();
    static final ReentrantLock rlock = new ReentrantLock();
    static final Condition rcond = rlock.newCondition();
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static final StampedLock stamped = new StampedLock();
    static final CountDownLatch latch = new CountDownLatch(1);
    static final Semaphore semaphore = new Semaphore(0);
    static final BlockingQueue<Integer> array = new ArrayBlockingQueue<>(1), linked = new LinkedBlockingQueue<>(1);
    static final BlockingQueue<Integer> full = new ArrayBlockingQueue<>(1), hand = new SynchronousQueue<>();
    static final FutureTask<Integer> task = new FutureTask<>(() -> 1);
    static final CompletableFuture<Integer> future = new CompletableFuture<>();
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static final Phaser phaser = new Phaser(1);
    static Thread waiter, ender;
    static volatile boolean mark, told, begun;
    static int noise;

    static class Lazy {
        static int v = 1;
    }

    static class Slow {
        static int v = 1;

        static {
            begun = true;
            v++;
        }
    }

    static class Fails {
        static int v = 1;

        static {
            begun = true;
            if (begun) throw new IllegalStateException();
        }
    }

    static synchronized void sync() {
        noise++;
    }

    static synchronized void quick() { }

    static void uses(Runnable r) {
        try {
            r.run();
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            mark = true;
        }
    }

    static void await(char kind) throws Exception {
        switch (kind) {
            case 'a':
                synchronized (lock) { }
                break;
            case 'b':
                sync();
                break;
            case 'c':
                quick();
                break;
            case 'd':
                synchronized (cond) {
                    while (!told) cond.wait();
                }
                break;
            case 'e':
                rlock.lock();
                rlock.unlock();
                break;
            case 'f':
                rlock.lock();
                while (!told) rcond.await();
                rlock.unlock();
                break;
            case 'g':
                rw.writeLock().lock();
                rw.writeLock().unlock();
                break;
            case 'h':
                stamped.unlockWrite(stamped.writeLock());
                break;
            case 'i':
                latch.await();
                break;
            case 'j':
                semaphore.acquire();
                break;
            case 'k':
                array.take();
                break;
            case 'l':
                linked.take();
                break;
            case 'm':
                full.put(2);
                break;
            case 'n':
                hand.take();
                break;
            case 'o':
                task.get();
                break;
            case 'p':
                future.join();
                break;
            case 'q':
                barrier.await();
                break;
            case 'r':
                phaser.awaitAdvance(0);
                break;
            case 's':
                LockSupport.park();
                break;
            case 't':
                ender.join();
                break;
            case 'u':
                noise += Slow.v;
                break;
            case 'v':
                uses(() -> noise += Fails.v);
                break;
            case 'w':
                noise += Lazy.v;
                break;
            case 'x':
                Thread.sleep(1);
                break;
            case 'y':
                ender.join(5);
                break;
            case 'z':
                latch.await(1, TimeUnit.SECONDS);
                break;
            default:
                throw new IllegalArgumentException();
        }
    }

    static void end(char kind) throws Exception {
        switch (kind) {
            case 'a':
                synchronized (lock) {
                    noise++;
                }
                break;
            case 'b':
                sync();
                break;
            case 'c':
                quick();
                break;
            case 'd':
                synchronized (cond) {
                    told = true;
                    cond.notifyAll();
                }
                break;
            case 'e':
                rlock.lock();
                noise++;
                rlock.unlock();
                break;
            case 'f':
                rlock.lock();
                told = true;
                rcond.signalAll();
                rlock.unlock();
                break;
            case 'g':
                rw.readLock().lock();
                rw.readLock().unlock();
                break;
            case 'h':
                stamped.unlockRead(stamped.readLock());
                break;
            case 'i':
                latch.countDown();
                break;
            case 'j':
                semaphore.release();
                break;
            case 'k':
                array.put(1);
                break;
            case 'l':
                linked.put(1);
                break;
            case 'm':
                full.take();
                break;
            case 'n':
                hand.put(1);
                break;
            case 'o':
                task.run();
                break;
            case 'p':
                future.complete(1);
                break;
            case 'q':
                barrier.await();
                break;
            case 'r':
                phaser.arrive();
                break;
            case 's':
                LockSupport.unpark(waiter);
                break;
            case 't':
                break;
            case 'u':
                noise += Slow.v;
                break;
            case 'v':
                uses(() -> noise += Fails.v);
                break;
            case 'w':
                noise += Lazy.v;
                break;
            case 'x':
                waiter.interrupt();
                break;
            case 'y': // gives the monitor back by waiting
                synchronized (lock) {
                    lock.wait(1);
                }
                break;
            case 'z':
                rlock.lock();
                rcond.await(1, TimeUnit.SECONDS);
                rlock.unlock();
                break;
            default:
                throw new IllegalArgumentException();
        }
    }

    static void waits(String kinds, boolean guarded) {
        if (guarded && !mark) return;
        Verify.beginAtomic();
        try {
            for (int i = 0; i < kinds.length(); i++) await(kinds.charAt(i));
        } catch (Exception e) {
            told = true;
        }
        Verify.endAtomic();
    }

    static void ends(String kinds, boolean guarded) {
        try {
            if (guarded) mark = true;
            for (int i = 0; i < kinds.length(); i++) end(kinds.charAt(i));
        } catch (Exception e) {
            told = true;
        }
    }

    public static void main(String[] args) throws Exception {
        String shape = args[0], waits = args[1], ends = args[2];
        boolean guarded = shape.charAt(1) == '1';
        full.put(1);
        char who = shape.charAt(0);
        Thread w = new Thread(() -> waits(waits, guarded)), e = new Thread(() -> ends(ends, guarded));
        waiter = who == 'm' ? Thread.currentThread() : w;
        ender = who == 'e' ? Thread.currentThread() : e;
        if (who == 'm' || who == 'e') {
            (who == 'm' ? e : w).start();
        } else {
            (who == 'w' ? w : e).start();
            (who == 'w' ? e : w).start();
        }
        if (shape.charAt(2) == '1') new Thread(() -> { noise++; }).start();
        if (who == 'm') waits(waits, guarded);
        if (who == 'e') ends(ends, guarded);
    }
}
