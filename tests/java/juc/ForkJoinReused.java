// expect: violation deadlock
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** A task is used again as soon as it is done: its first run, which still has to wake its waiters, wakes those of the second. */
public class ForkJoinReused extends RecursiveAction {
    @Override
    protected void compute() {}

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinReused task = new ForkJoinReused();
        pool.invoke(task);
        task.reinitialize();
        pool.execute(task);
        task.join();
    }
}
