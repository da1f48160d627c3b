import java.lang.reflect.Array;
import java.util.Arrays;

/** Arrays that no heap could hold have a message of their own. */
public class ArrayLimits {
    interface Maker { Object make(int n); }
    static void tryIt(String what, Maker m, int n) {
        try {
            System.out.println(what + " " + m.make(n).getClass());
        } catch (OutOfMemoryError | NegativeArraySizeException e) {
            System.out.println(what + " " + e);
        }
    }
    public static void main(String[] args) {
        for (int n : new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE - 1, -1, Integer.MIN_VALUE}) {
            tryIt("byte[]", k -> new byte[k], n);
            tryIt("Object[]", k -> new Object[k], n);
            tryIt("long[2][]", k -> new long[2][k], n);
            tryIt("reflection", k -> Array.newInstance(int.class, k), n);
            tryIt("copyOf", k -> Arrays.copyOf(new char[1], k), n);
        }
    }
}
