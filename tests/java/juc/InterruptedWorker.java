// expect: no_errors
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A worker that an interrupt ends between two jobs, never within one. */
public class InterruptedWorker {
    static int begun, ended;

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Runnable> jobs = new LinkedBlockingQueue<>();
        Thread w = new Thread(() -> {
            try {
                for (;;) jobs.take().run();
            } catch (InterruptedException e) {
                /* asked to end */
            }
        });
        w.start();
        for (int i = 0; i < 2; i++) {
            jobs.put(() -> {
                begun++;
                ended++;
            });
        }
        w.interrupt();
        w.join();
        assert begun == ended && begun <= 2;
    }
}
