import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Threads with an atomic variable each, or one for two: args are how these are kept, and the number of threads. */
public class AtomicEach {
    static AtomicInteger[] array;
    static List<AtomicInteger> list = new ArrayList<>();
    static ConcurrentHashMap<Integer, AtomicInteger> map = new ConcurrentHashMap<>();
    static final AtomicInteger A = new AtomicInteger(), B = new AtomicInteger(), C = new AtomicInteger();

    static void twice(AtomicInteger a) {
        a.incrementAndGet();
        a.compareAndSet(a.get(), 7);
    }

    static Runnable task(String how, int i, AtomicLong[] longs, AtomicBoolean[] flags, AtomicReference<?>[] refs) {
        switch (how) {
        case "array": return () -> twice(array[i]);
        case "pairs": return () -> twice(array[i / 2]);
        case "list": return () -> twice(list.get(i));
        case "map": return () -> twice(map.get(i));
        case "statics": return () -> twice(i == 0 ? A : i == 1 ? B : C);
        case "longs":
            return () -> {
                longs[i].addAndGet(i);
                longs[i].getAndSet(2);
            };
        case "flags":
            return () -> {
                if (flags[i].compareAndSet(false, true)) flags[i].set(false);
            };
        case "references":
            return () -> {
                refs[i].set(null);
                refs[i].get();
            };
        case "update": return () -> array[i].updateAndGet(x -> 2 * x + 1);
        default: throw new IllegalArgumentException(how);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[1]);
        array = new AtomicInteger[n];
        AtomicLong[] longs = new AtomicLong[n];
        AtomicBoolean[] flags = new AtomicBoolean[n];
        AtomicReference<?>[] refs = new AtomicReference<?>[n];
        for (int i = 0; i < n; i++) {
            array[i] = new AtomicInteger();
            list.add(new AtomicInteger());
            map.put(i, new AtomicInteger());
            longs[i] = new AtomicLong();
            flags[i] = new AtomicBoolean();
            refs[i] = new AtomicReference<Object>("");
        }
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) ts[i] = new Thread(task(args[0], i, longs, flags, refs));
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        int sum = 0;
        for (int i = 0; i < n; i++) sum += array[i].get() + list.get(i).get() + map.get(i).get();
        System.out.println("R " + sum);
    }
}
