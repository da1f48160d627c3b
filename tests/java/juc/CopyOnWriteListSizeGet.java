// expect: violation uncaught_exception java.lang.ArrayIndexOutOfBoundsException
import java.util.concurrent.CopyOnWriteArrayList;

/** size, then get. */
public class CopyOnWriteListSizeGet {
    public static void main(String[] args) {
        CopyOnWriteArrayList<String> l = new CopyOnWriteArrayList<>();
        l.add("x");
        new Thread(() -> l.remove("x")).start();
        for (int i = 0; i < l.size(); i++) l.get(i).length();
    }
}
