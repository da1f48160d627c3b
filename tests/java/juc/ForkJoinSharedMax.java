// expect: violation uncaught_exception java.lang.AssertionError
// fine: quick, nightly 25
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** The maximum in a static field, tested and set without a lock. */
public class ForkJoinSharedMax extends RecursiveAction {
    static int max;
    private final int[] a;
    private final int lo, hi;

    ForkJoinSharedMax(int[] a, int lo, int hi) {
        this.a = a;
        this.lo = lo;
        this.hi = hi;
    }

    @Override
    protected void compute() {
        if (hi - lo == 1) {
            if (a[lo] > max) max = a[lo];
        } else {
            int m = (lo + hi) / 2;
            invokeAll(new ForkJoinSharedMax(a, lo, m), new ForkJoinSharedMax(a, m, hi));
        }
    }

    public static void main(String[] args) {
        int[] a = {7, 9};
        ForkJoinPool.commonPool().invoke(new ForkJoinSharedMax(a, 0, a.length));
        assert max == 9 : max;
    }
}
