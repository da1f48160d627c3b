// expect: violation uncaught_exception java.util.ConcurrentModificationException
import java.util.ArrayList;
import java.util.List;

/** The same with an ArrayList. */
public class ListenersArrayList {
    public static void main(String[] args) {
        List<Runnable> listeners = new ArrayList<>(List.of(() -> {}, () -> {}));
        new Thread(() -> listeners.add(() -> {})).start();
        for (Runnable l : listeners) l.run();
    }
}
