// verdict: by variant, see tests/test_locks.py
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** Data that only its owner's lock guards: nothing in the data names the lock. Some variants break the rule. */
public class Owners {
    static class Cell {
        int n;

        void twice() {
            n++;
            n++;
        }

        int in(Object lock) {
            synchronized (lock) {
                twice();
                return n;
            }
        }
    }

    static class Buffer {
        private final Cell cell;
        private final int[] slots = new int[2];
        private final List<Integer> list = new ArrayList<>();

        Buffer(Cell cell) {
            this.cell = cell;
        }

        synchronized void add() {
            cell.twice();
        }

        synchronized int get() {
            return cell.n;
        }

        synchronized int in(Buffer other) {
            other.cell.twice();
            return other.cell.n;
        }

        synchronized void fill() {
            slots[0]++;
            slots[1]++;
        }

        synchronized int first() {
            return slots[0];
        }

        synchronized int difference() {
            return slots[0] - slots[1];
        }

        synchronized void put(int x) {
            list.add(x);
        }

        synchronized int size() {
            return list.size();
        }
    }

    static class Guarded {
        private final ReentrantLock lock = new ReentrantLock();
        private final Cell cell = new Cell();

        void add() {
            lock.lock();
            try {
                cell.twice();
            } finally {
                lock.unlock();
            }
        }
    }

    static final Object LOCK = new Object();
    static Object lock = new Object();
    static List<Buffer> shared;
    static final int[] TABLE = new int[2];
    static final int ROUNDS = 4;
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);

    interface Body {
        void run(int round) throws Exception;
    }

    static void check(boolean good) {
        if (!good) throw new AssertionError("seen");
    }

    static void race(Body one, Body other) throws Exception {
        Thread t = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) one.run(i);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        for (int i = 0; i < ROUNDS; i++) other.run(i);
        t.join();
    }

    /** Looks without the lock when the other thread is in the middle of its rounds. */
    static void rarely(Buffer b, UnaryOperator<int[]> look) throws Exception {
        race(i -> b.fill(), i -> {
            b.fill();
            if (i < ROUNDS - 1 || b.first() != ROUNDS + 2) return;
            int[] seen = look.apply(b.slots);
            check(seen[0] == seen[1]);
        });
    }

    static void table() {
        synchronized (LOCK) {
            TABLE[0]++;
            TABLE[1]++;
        }
    }

    public static void main(String[] args) throws Exception {
        Cell cell = new Cell();
        Buffer b = new Buffer(cell);
        Guarded g = new Guarded();
        switch (args[0]) {
            case "monitor":
                race(i -> b.add(), i -> b.add());
                check(cell.n == 4 * ROUNDS);
                break;
            case "juc":
                race(i -> g.add(), i -> g.add());
                check(g.cell.n == 4 * ROUNDS);
                break;
            case "array":
                race(i -> b.fill(), i -> check(b.difference() == 0));
                break;
            case "static":
                race(i -> table(), i -> table());
                check(TABLE[0] == 2 * ROUNDS);
                break;
            case "list":
                race(i -> b.put(i), i -> b.put(i));
                check(b.size() == 2 * ROUNDS);
                break;
            case "two": { // one cell, two owners: each holds its own lock
                Buffer c = new Buffer(cell);
                race(i -> b.add(), i -> check(c.get() % 2 == 0));
                break;
            }
            case "later": // a second owner comes when the first is relied upon
                race(i -> b.add(), i -> {
                    Buffer c = i == ROUNDS - 1 ? new Buffer(cell) : b;
                    check(c.get() % 2 == 0);
                });
                break;
            case "twins": { // each thread holds the lock of a buffer, and changes what another buffer of that class has
                Buffer c = new Buffer(new Cell()), d = new Buffer(new Cell());
                shared = List.of(c, d);
                race(i -> c.in(b), i -> check(d.in(b) % 2 == 0 || i < ROUNDS - 1 || b.cell.n != 4 * ROUNDS - 1));
                break;
            }
            case "replaced": // the static lock is another object in the end
                race(i -> cell.in(lock), i -> {
                    if (i == ROUNDS - 1) lock = new Object();
                    check(cell.in(lock) % 2 == 0);
                });
                break;
            case "past": // the owner's lock is passed by
                race(i -> b.add(), i -> check(i < ROUNDS - 1 || cell.n % 2 == 0));
                break;
            case "slot":
                race(i -> b.fill(), i -> check(i < ROUNDS - 1 || b.slots[0] == b.slots[1]));
                break;
            case "rarely": // only if the other thread is in the middle
                rarely(b, a -> a);
                break;
            case "copy": {
                rarely(b, a -> {
                    int[] c = new int[2];
                    System.arraycopy(a, 0, c, 0, 2);
                    return c;
                });
                break;
            }
            case "clone":
                rarely(b, a -> a.clone());
                break;
            case "reflection":
                rarely(b, a -> new int[] {Array.getInt(a, 0), Array.getInt(a, 1)});
                break;
            case "handle":
                rarely(b, a -> new int[] {(int) ELEMENTS.get(a, 0), (int) ELEMENTS.getVolatile(a, 1)});
                break;
            case "stream":
                rarely(b, a -> Arrays.stream(a).toArray());
                break;
            case "range":
                rarely(b, a -> Arrays.copyOfRange(a, 0, 2));
                break;
            case "sort":
                rarely(b, a -> {
                    Arrays.sort(a);
                    return a;
                });
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }
}
