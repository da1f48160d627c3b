// expect: no_errors
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** A sum by divide and conquer on a pool of two. */
public class ForkJoinOk {
    static class Sum extends RecursiveTask<Integer> {
        final int from, to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        protected Integer compute() {
            if (to - from == 1) return from;
            int mid = (from + to) / 2;
            Sum left = new Sum(from, mid), right = new Sum(mid, to);
            left.fork();
            int r = right.compute();
            return left.join() + r;
        }
    }

    public static void main(String[] args) {
        assert new ForkJoinPool(2).invoke(new Sum(0, 2)) == 1;
    }
}
