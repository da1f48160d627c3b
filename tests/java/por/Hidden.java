// verdict: uncaught_exception java.lang.RuntimeException (each variant)
// What one thread's library code writes, another's reads in its first step, before any scheduling point.
import gov.nasa.jpf.vm.Verify;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.LongAdder;

public class Hidden {
    static int x, y;
    static volatile Exception failure = new Exception("a");

    static void fail(boolean seen) {
        if (seen) throw new RuntimeException("seen");
    }

    public static void main(String[] args) {
        Runnable reader, writer;
        switch (args[0]) {
            case "map":
                ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
                reader = () -> fail(map.size() == 1);
                writer = () -> map.put(1, 1);
                break;
            case "adder":
                LongAdder adder = new LongAdder();
                reader = () -> fail(adder.sum() == 1);
                writer = adder::increment;
                break;
            case "list":
                CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
                reader = () -> fail(list.toString().equals("[5]"));
                writer = () -> list.add(5);
                break;
            case "future":
                FutureTask<Integer> task = new FutureTask<>(() -> 3);
                reader = () -> fail(task.toString().contains("Completed"));
                writer = task;
                break;
            case "phaser":
                Phaser phaser = new Phaser(1);
                reader = () -> fail(phaser.getPhase() == 1);
                writer = phaser::arrive;
                break;
            case "name":
                Thread main = Thread.currentThread();
                reader = () -> fail(main.getName().equals("new"));
                writer = () -> main.setName("new");
                break;
            case "property":
                reader = () -> fail(System.getProperty("p") != null);
                writer = () -> System.setProperty("p", "q");
                break;
            default:
                reader = () -> {
                    Verify.beginAtomic();
                    boolean half = x == 1 && y == 0;
                    Verify.endAtomic();
                    fail(half);
                };
                writer = () -> {
                    x = 1;
                    y = 1;
                };
        }
        new Thread(reader).start();
        new Thread(writer).start();
    }
}
