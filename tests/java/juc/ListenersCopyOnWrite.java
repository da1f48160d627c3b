// expect: no_errors
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Listeners come and go while events are fired. */
public class ListenersCopyOnWrite {
    public static void main(String[] args) throws InterruptedException {
        List<Runnable> listeners = new CopyOnWriteArrayList<>();
        AtomicInteger seen = new AtomicInteger();
        Runnable first = seen::incrementAndGet;
        listeners.add(first);
        Thread t = new Thread(() -> {
            listeners.add(() -> seen.addAndGet(10));
            listeners.remove(first);
        });
        t.start();
        for (Runnable l : listeners) l.run();
        t.join();
        int n = seen.get();
        assert n == 1 || n == 11 || n == 10 : n;
        assert listeners.size() == 1;
    }
}
