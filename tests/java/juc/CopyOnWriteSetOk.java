// expect: no_errors
import java.util.concurrent.CopyOnWriteArraySet;

public class CopyOnWriteSetOk {
    public static void main(String[] args) throws InterruptedException {
        CopyOnWriteArraySet<String> s = new CopyOnWriteArraySet<>();
        Thread t = new Thread(() -> s.add("x"));
        t.start();
        s.add("x");
        t.join();
        assert s.size() == 1 && s.contains("x");
    }
}
