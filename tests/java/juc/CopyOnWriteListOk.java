// expect: no_errors
import java.util.concurrent.CopyOnWriteArrayList;

/** An iterator shows the list as it was. */
public class CopyOnWriteListOk {
    public static void main(String[] args) throws InterruptedException {
        CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>();
        l.add(1);
        Thread t = new Thread(() -> {
            l.addIfAbsent(2);
            l.addIfAbsent(2);
        });
        t.start();
        int sum = 0;
        for (int v : l) sum += v;
        t.join();
        assert (sum == 1 || sum == 3) && l.size() == 2;
    }
}
