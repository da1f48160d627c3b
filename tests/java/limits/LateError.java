/** One path of millions of steps, with an error at its end. */
public class LateError {
    public static void main(String[] a) {
        int n = 0;
        for (int i = 0; i < (a.length > 0 ? Integer.parseInt(a[0]) : 1_500_000_000); i++) n += i % 7;
        throw new IllegalStateException("late " + n);
    }
}
