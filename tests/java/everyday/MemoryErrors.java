// OutOfMemoryError for arrays too large and for a heap that fills up; the program goes on.
import java.util.*;

public class MemoryErrors {
    public static void main(String[] args) {
        try {
            int[] a = new int[Integer.MAX_VALUE];
            System.out.println(a.length);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        try {
            long[][] a = new long[Integer.MAX_VALUE][2];
        } catch (OutOfMemoryError e) {
            System.out.println("oom");
        }
        try {
            new ArrayList<>(Integer.MAX_VALUE);
        } catch (OutOfMemoryError e) {
            System.out.println("list");
        }
        try {
            "ab".repeat(Integer.MAX_VALUE);
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
        Runtime r = Runtime.getRuntime();
        System.out.println((r.maxMemory() > 0) + " " + (r.freeMemory() <= r.totalMemory()));
        System.gc();
        System.out.println("on");
    }
}
