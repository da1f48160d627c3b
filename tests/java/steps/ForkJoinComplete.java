// outcomes: 1 1|2 2
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** complete stores a result before the task is done; the worker that runs it may store its own over that. */
public class ForkJoinComplete {
    public static void main(String[] args) {
        ForkJoinTask<Integer> t = ForkJoinTask.adapt(() -> 1);
        new ForkJoinPool(1).submit(t);
        t.complete(2);
        int joined = t.join();
        System.out.println("R " + joined + " " + t.getRawResult());
    }
}
