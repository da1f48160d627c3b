// expect: violation deadlock
import java.util.concurrent.ArrayBlockingQueue;

/** Two stages feed each other over full queues. */
public class ArrayBlockingQueueCycle {
    static void stage(ArrayBlockingQueue<String> in, ArrayBlockingQueue<String> out) {
        try {
            for (int i = 0; i < 2; i++) out.put("x");
            for (int i = 0; i < 2; i++) in.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        ArrayBlockingQueue<String> a = new ArrayBlockingQueue<>(1), b = new ArrayBlockingQueue<>(1);
        new Thread(() -> stage(a, b)).start();
        new Thread(() -> stage(b, a)).start();
    }
}
