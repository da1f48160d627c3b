// Planted races and their repaired twins: the argument picks one.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class Races {
    static int plain;
    static volatile int flag;
    static int[] cells = new int[2];
    static final Object lock = new Object();
    static final ReentrantLock mutex = new ReentrantLock();
    static final AtomicInteger atomic = new AtomicInteger();
    static final CountDownLatch latch = new CountDownLatch(1);

    static void body(String what, boolean first) throws Exception {
        switch (what) {
            case "field": plain++; break;
            case "readonly": if (plain != 0) throw new Error(); break;
            case "element": cells[0]++; break;
            case "elements": cells[first ? 0 : 1]++; break;
            case "monitor": synchronized (lock) { plain++; } break;
            case "half": if (first) synchronized (lock) { plain++; } else plain++; break;
            case "mutex": mutex.lock(); try { plain++; } finally { mutex.unlock(); } break;
            case "atomic": atomic.incrementAndGet(); break;
            case "latch": if (first) { plain = 1; latch.countDown(); } else { latch.await(); plain++; } break;
            case "volatile": if (first) { plain = 1; flag = 1; } else if (flag == 1) plain++; break;
            case "badflag": if (first) { flag = 1; plain = 1; } else if (flag == 1) plain++; break;
            default: throw new IllegalArgumentException(what);
        }
    }

    public static void main(String[] args) throws Exception {
        plain = 0;
        Thread t = new Thread(() -> {
            try {
                body(args[0], true);
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        });
        t.start();
        body(args[0], false);
        t.join();
        plain++;
    }
}
