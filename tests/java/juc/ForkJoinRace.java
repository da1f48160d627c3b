// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** Both halves add to one field. */
public class ForkJoinRace {
    static int n;

    static class Add extends RecursiveAction {
        final int size;

        Add(int size) {
            this.size = size;
        }

        protected void compute() {
            if (size == 1) n++;
            else invokeAll(new Add(size / 2), new Add(size / 2));
        }
    }

    public static void main(String[] args) {
        new ForkJoinPool(2).invoke(new Add(2));
        assert n == 2;
    }
}
