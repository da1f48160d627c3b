import java.util.ArrayList;

/** Collections with millions of objects to mark, again and again. */
public class Collect {
    public static void main(String[] a) {
        ArrayList<Object> all = new ArrayList<>();
        for (int i = 0; i < 500_000; i++) all.add(new int[4]);
        for (int i = 0;; i++) all.set(0, new byte[(8 << 20) + i % 8]);
    }
}
