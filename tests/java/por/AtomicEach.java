import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Threads with an atomic variable each, or one for two: args are how these are kept, and the number of threads. */
public class AtomicEach {
    static AtomicInteger[] array;
    static List<AtomicInteger> list = new ArrayList<>();
    static ConcurrentHashMap<Integer, AtomicInteger> map = new ConcurrentHashMap<>();
    static final VarHandle N, INTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final AtomicLongFieldUpdater<Cell> W = AtomicLongFieldUpdater.newUpdater(Cell.class, "wide");
    static Cell[] cells;
    static List<ConcurrentLinkedQueue<Integer>> queues = new ArrayList<>();
    static List<BlockingQueue<Integer>> boxes = new ArrayList<>();
    static LongAdder[] adders;
    static LongAccumulator[] maxima;
    static List<AtomicStampedReference<String>> stamped = new ArrayList<>();
    static Random[] randoms;
    static int[] drawn;
    static final AtomicInteger A = new AtomicInteger(), B = new AtomicInteger(), C = new AtomicInteger();

    static class Cell {
        volatile int n;
        volatile long wide;
    }

    static {
        try {
            N = MethodHandles.lookup().findVarHandle(Cell.class, "n", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    static void twice(AtomicInteger a) {
        a.incrementAndGet();
        a.compareAndSet(a.get(), 7);
    }

    static void pass(BlockingQueue<Integer> from, BlockingQueue<Integer> to, int i) {
        try {
            to.put(i);
            drawn[i] = from.take();
        } catch (InterruptedException e) {
            throw new Error(e);
        }
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
        case "adders":
            return () -> {
                adders[i].add(i);
                drawn[i] = adders[i].intValue();
            };
        case "maxima":
            return () -> {
                maxima[i].accumulate(i);
                maxima[i].accumulate(1);
            };
        case "stamped":
            return () -> {
                AtomicStampedReference<String> r = stamped.get(i);
                r.compareAndSet("", "a", 0, 1);
                r.set("b", r.getStamp() + 1);
            };
        case "randoms":
            return () -> {
                drawn[i] = randoms[i].nextInt(9);
                randoms[i].setSeed(drawn[i]);
            };
        case "queues":
            return () -> {
                queues.get(i).offer(i);
                drawn[i] = queues.get(i).poll();
            };
        case "queues of pairs":
            return () -> {
                queues.get(i / 2).offer(1);
                queues.get(i / 2).poll();
            };
        case "linked":
        case "bounded":
        case "deques": return () -> pass(boxes.get(i), boxes.get(i), i);
        case "linked of pairs": return () -> pass(boxes.get(i / 2), boxes.get(i / 2), i);
        case "linked in a ring": return () -> pass(boxes.get(i), boxes.get((i + 1) % boxes.size()), i);
        case "handles":
            return () -> {
                if (N.compareAndSet(cells[i], 0, i)) drawn[i] = cells[i].n;
            };
        case "updaters":
            return () -> {
                W.incrementAndGet(cells[i]);
                W.compareAndSet(cells[i], 1, 5);
            };
        case "elements":
            return () -> {
                INTS.compareAndSet(drawn, i, 0, i);
                INTS.getAndAdd(drawn, i, 3);
            };
        case "shared randoms": return () -> drawn[i] = randoms[i / 2].nextInt(9);
        default: throw new IllegalArgumentException(how);
        }
    }

    static BlockingQueue<Integer> box(String how) {
        if (how.equals("bounded")) return new ArrayBlockingQueue<>(2);
        return how.equals("deques") ? new LinkedBlockingDeque<>() : new LinkedBlockingQueue<>();
    }

    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[1]);
        array = new AtomicInteger[n];
        cells = new Cell[n];
        adders = new LongAdder[n];
        maxima = new LongAccumulator[n];
        randoms = new Random[n];
        drawn = new int[n];
        AtomicLong[] longs = new AtomicLong[n];
        AtomicBoolean[] flags = new AtomicBoolean[n];
        AtomicReference<?>[] refs = new AtomicReference<?>[n];
        for (int i = 0; i < n; i++) {
            array[i] = new AtomicInteger();
            cells[i] = new Cell();
            queues.add(new ConcurrentLinkedQueue<>());
            boxes.add(box(args[0]));
            adders[i] = new LongAdder();
            maxima[i] = new LongAccumulator(Math::max, 0);
            stamped.add(new AtomicStampedReference<>("", 0));
            randoms[i] = new Random(i);
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
        for (int i = 0; i < n; i++) sum += array[i].get() + list.get(i).get() + map.get(i).get() + (i + 1) * drawn[i];
        System.out.println("R " + sum);
    }
}
