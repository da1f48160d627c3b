// expect: violation deadlock
// fine: slow
// The pool sees that its queue is empty and ends, after the task was admitted and before it is in the queue
// (JDK-8358601): nobody runs it, nobody cancels it.
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class ScheduledShutdown {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        Thread closer = new Thread(() -> pool.shutdown(), "closer");
        closer.start();
        try {
            pool.schedule(() -> 5, 10, TimeUnit.MILLISECONDS).get();
        } catch (RejectedExecutionException | java.util.concurrent.CancellationException e) {
            // too late, which is no error
        }
        closer.join();
    }
}
