// verdict: by variant, see tests/test_attributor.py
import gov.nasa.jpf.vm.Verify;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Every way to wait, inside an atomic method (`method`, by an attributor) or section. Outside of them all is well. */
public class BlockedIn {
    static final Object lock = new Object();
    static final ReentrantLock rlock = new ReentrantLock();
    static final CountDownLatch latch = new CountDownLatch(1);
    static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    static final Semaphore semaphore = new Semaphore(0);
    static Thread other;
    static int x;

    static class Lazy {
        static int v;

        static {
            x++;
            v = x;
            Thread.yield();
            x++;
        }
    }

    static void block(String how) throws Exception {
        switch (how) {
            case "lock":
                synchronized (lock) {
                    x++;
                }
                break;
            case "wait":
                synchronized (lock) {
                    while (x == 0) lock.wait();
                }
                break;
            case "timed wait":
                synchronized (lock) {
                    lock.wait(10);
                }
                break;
            case "park":
                LockSupport.park();
                break;
            case "timed park":
                LockSupport.parkNanos(1000);
                break;
            case "join":
                other.join();
                break;
            case "timed join":
                other.join(5);
                break;
            case "sleep":
                Thread.sleep(5);
                break;
            case "latch":
                latch.await();
                break;
            case "timed latch":
                latch.await(1, TimeUnit.SECONDS);
                break;
            case "rlock":
                rlock.lock();
                x++;
                rlock.unlock();
                break;
            case "take":
                queue.take();
                break;
            case "semaphore":
                semaphore.acquire();
                break;
            case "clinit":
                x += Lazy.v;
                break;
            default:
                throw new IllegalArgumentException(how);
        }
    }

    static void help(String how, Thread main) throws Exception {
        switch (how) {
            case "lock":
            case "rlock":
            case "clinit":
                block(how);
                break;
            case "wait":
                synchronized (lock) {
                    x = 1;
                    lock.notifyAll();
                }
                break;
            case "park":
                LockSupport.unpark(main);
                break;
            case "latch":
                latch.countDown();
                break;
            case "take":
                queue.put(1);
                break;
            case "semaphore":
                semaphore.release();
                break;
            default:
                x++;
        }
    }

    static void method(String how) throws Exception {
        block(how);
    }

    static void section(String how) throws Exception {
        Verify.beginAtomic();
        block(how);
        Verify.endAtomic();
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        other = new Thread(() -> {
            try {
                help(args[1], main);
            } catch (Exception e) {
                throw new Error(e);
            }
        });
        other.start();
        switch (args[0]) {
            case "method":
                method(args[1]);
                break;
            case "section":
                section(args[1]);
                break;
            default:
                block(args[1]);
        }
        other.join();
    }
}
