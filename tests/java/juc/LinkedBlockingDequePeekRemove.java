// expect: violation uncaught_exception java.util.NoSuchElementException
import java.util.concurrent.LinkedBlockingDeque;

public class LinkedBlockingDequePeekRemove {
    static final LinkedBlockingDeque<String> d = new LinkedBlockingDeque<>();

    static void take() {
        if (d.peekFirst() != null) d.removeFirst();
    }

    public static void main(String[] args) {
        d.add("x");
        new Thread(LinkedBlockingDequePeekRemove::take).start();
        take();
    }
}
