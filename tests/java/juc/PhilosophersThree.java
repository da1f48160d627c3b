// expect: violation deadlock
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Three philosophers, everyone takes the left fork first. */
public class PhilosophersThree {
    public static void main(String[] args) {
        Lock[] forks = new Lock[3];
        for (int i = 0; i < 3; i++) forks[i] = new ReentrantLock();
        for (int i = 0; i < 3; i++) {
            Lock left = forks[i], right = forks[(i + 1) % 3];
            new Thread(() -> {
                left.lock();
                try {
                    right.lock();
                    try {
                        Thread.yield();
                    } finally {
                        right.unlock();
                    }
                } finally {
                    left.unlock();
                }
            }, "philosopher " + i).start();
        }
    }
}
