import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads with a collection or synchronizer each, or one for two, or one for all: args are which, and the number of threads. */
public class OwnerEach {
    interface Use {
        void run(int i) throws Exception;
    }

    static int[] seen;
    static List<Object> all = new ArrayList<>();
    static final String[] WORDS = {"alpha", "beta"};
    static final ConcurrentHashMap<Integer, AtomicInteger> counts = new ConcurrentHashMap<>();
    static final ConcurrentHashMap<Integer, FutureTask<Integer>> cache = new ConcurrentHashMap<>();
    static final CopyOnWriteArrayList<Integer> read = new CopyOnWriteArrayList<>(List.of(1, 2));
    static final AtomicInteger level = new AtomicInteger(3);
    static final ConcurrentSkipListMap<Integer, Integer> sorted = new ConcurrentSkipListMap<>(java.util.Map.of(1, 2));

    @SuppressWarnings("unchecked")
    static <T> T of(int i) {
        return (T) all.get(i);
    }

    static Object made(String how) {
        switch (how) {
        case "vector": return new Vector<Integer>();
        case "stack": return new Stack<Integer>();
        case "buffer": return new StringBuffer();
        case "builder": return new StringBuilder();
        case "copies": return new CopyOnWriteArrayList<Integer>();
        case "set of copies": return new CopyOnWriteArraySet<Integer>();
        case "deque": return new ConcurrentLinkedDeque<Integer>();
        case "transfer": return new LinkedTransferQueue<Integer>();
        case "hand over": return new SynchronousQueue<Integer>();
        case "priorities": return new PriorityBlockingQueue<Integer>();
        case "skip list": return new ConcurrentSkipListMap<Integer, Integer>();
        case "skip list set": return new ConcurrentSkipListSet<Integer>();
        case "key set": return ConcurrentHashMap.newKeySet();
        case "barrier": return new CyclicBarrier(1);
        case "phaser of pairs": return new Phaser(2);
        case "exchanger of pairs": return new Exchanger<Integer>();
        case "task": return new FutureTask<>(() -> 1);
        case "stage": return new CompletableFuture<Integer>();
        default: return how;
        }
    }

    static int cached(int k) throws Exception {
        FutureTask<Integer> f = cache.get(k);
        if (f == null) {
            FutureTask<Integer> mine = new FutureTask<>(() -> k + 1);
            f = cache.putIfAbsent(k, mine);
            if (f == null) {
                f = mine;
                mine.run();
            }
        }
        return f.get();
    }

    static Use use(String how) {
        switch (how) {
        case "vector":
        case "copies":
            return i -> {
                OwnerEach.<List<Integer>>of(i).add(i);
                seen[i] = OwnerEach.<List<Integer>>of(i).get(0);
            };
        case "stack":
            return i -> {
                OwnerEach.<Stack<Integer>>of(i).push(i);
                seen[i] = OwnerEach.<Stack<Integer>>of(i).pop();
            };
        case "buffer": return i -> seen[i] = OwnerEach.<StringBuffer>of(i).append(WORDS[i % 2]).append('x').length();
        case "builder": return i -> seen[i] = OwnerEach.<StringBuilder>of(i).append(WORDS[i % 2]).append('x').length();
        case "set of copies":
        case "skip list set":
        case "key set":
            return i -> {
                OwnerEach.<Set<Integer>>of(i).add(i);
                seen[i] = OwnerEach.<Set<Integer>>of(i).contains(i) ? 1 : 0;
            };
        case "deque":
            return i -> {
                OwnerEach.<ConcurrentLinkedDeque<Integer>>of(i).add(i);
                seen[i] = OwnerEach.<ConcurrentLinkedDeque<Integer>>of(i).size();
            };
        case "transfer":
        case "priorities":
            return i -> {
                OwnerEach.<java.util.Queue<Integer>>of(i).add(i);
                seen[i] = OwnerEach.<java.util.Queue<Integer>>of(i).poll();
            };
        case "hand over": return i -> seen[i] = OwnerEach.<SynchronousQueue<Integer>>of(i).offer(i) ? 1 : 2;
        case "skip list":
            return i -> {
                OwnerEach.<ConcurrentSkipListMap<Integer, Integer>>of(i).put(i, i);
                seen[i] = OwnerEach.<ConcurrentSkipListMap<Integer, Integer>>of(i).get(i);
            };
        case "barrier": return i -> seen[i] = OwnerEach.<CyclicBarrier>of(i).await();
        case "phaser of pairs": return i -> seen[i] = OwnerEach.<Phaser>of(i).arriveAndAwaitAdvance();
        case "exchanger of pairs": return i -> seen[i] = OwnerEach.<Exchanger<Integer>>of(i).exchange(i);
        case "task":
            return i -> {
                OwnerEach.<FutureTask<Integer>>of(i).run();
                seen[i] = OwnerEach.<FutureTask<Integer>>of(i).get();
            };
        case "stage":
            return i -> {
                OwnerEach.<CompletableFuture<Integer>>of(i).complete(i);
                seen[i] = OwnerEach.<CompletableFuture<Integer>>of(i).join();
            };
        case "counters in a map":
            return i -> {
                counts.computeIfAbsent(i, k -> new AtomicInteger()).incrementAndGet();
                seen[i] = counts.get(i).incrementAndGet();
            };
        case "cache of tasks": return i -> seen[i] = cached(i / 2);
        case "readers": return i -> seen[i] = read.get(1) + level.get() + sorted.get(1);
        default: throw new IllegalArgumentException(how);
        }
    }

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[1]);
        seen = new int[n];
        for (int i = 0; i < n; i++) all.add(i % 2 == 1 && args[0].endsWith("of pairs") ? all.get(i - 1) : made(args[0]));
        Use use = use(args[0]);
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int k = i;
            threads[i] = new Thread(() -> {
                try {
                    use.run(k);
                } catch (Exception e) {
                    throw new Error(e);
                }
            });
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
    }
}
