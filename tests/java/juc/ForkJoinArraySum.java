// expect: no_errors
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** The sum of an array, halved until two elements are left. */
public class ForkJoinArraySum extends RecursiveTask<Long> {
    private final long[] a;
    private final int lo, hi;

    ForkJoinArraySum(long[] a, int lo, int hi) {
        this.a = a;
        this.lo = lo;
        this.hi = hi;
    }

    @Override
    protected Long compute() {
        if (hi - lo <= 2) {
            long s = 0;
            for (int i = lo; i < hi; i++) s += a[i];
            return s;
        }
        int mid = (lo + hi) >>> 1;
        ForkJoinArraySum l = new ForkJoinArraySum(a, lo, mid), r = new ForkJoinArraySum(a, mid, hi);
        l.fork();
        return r.compute() + l.join();
    }

    public static void main(String[] args) {
        long[] a = {1, 2, 3, 4};
        ForkJoinPool pool = new ForkJoinPool(2);
        long sum = pool.invoke(new ForkJoinArraySum(a, 0, a.length));
        assert sum == 10;
    }
}
