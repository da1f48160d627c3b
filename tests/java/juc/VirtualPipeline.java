// expect: no_errors
// jdk: 21
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Two virtual threads joined by a queue. */
public class VirtualPipeline {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
        int[] sum = new int[1];
        Thread src = Thread.ofVirtual().name("src").start(() -> {
            try {
                for (int i = 1; i <= 3; i++) q.put(i);
                q.put(-1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread sink = Thread.startVirtualThread(() -> {
            try {
                for (int v; (v = q.take()) >= 0; ) sum[0] += v;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        src.join();
        sink.join();
        assert sum[0] == 6;
    }
}
