// expect: violation uncaught_exception java.lang.ArrayIndexOutOfBoundsException
import java.util.Vector;

/** Each method of Vector is synchronized, their sequence is not. */
public class VectorCompound {
    public static void main(String[] args) {
        Vector<String> v = new Vector<>();
        v.add("x");
        new Thread(() -> v.remove("x")).start();
        if (v.size() > 0) v.get(v.size() - 1);
    }
}
