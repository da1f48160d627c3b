// outcomes: 1 1|1 2
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** The count is kept in the worker; one that was idle for too long has ended, and its successor begins at 0. */
public class ForkJoinIdleWorker {
    static class Worker extends ForkJoinWorkerThread {
        int done;

        Worker(ForkJoinPool pool) {
            super(pool);
        }
    }

    static int task() {
        return ++((Worker) Thread.currentThread()).done;
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1, Worker::new, null, false);
        int first = pool.submit(ForkJoinIdleWorker::task).get();
        System.out.println("R " + first + " " + pool.submit(ForkJoinIdleWorker::task).get());
    }
}
