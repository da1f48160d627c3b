import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** args[1] threads that do the same, which main joins as args[0] says. */
public class Joins {
    static final AtomicInteger counter = new AtomicInteger();
    static Thread[] known;
    static int x, looks;

    static void work() {
        counter.incrementAndGet();
        counter.incrementAndGet();
    }

    static void all(Thread[] t) throws InterruptedException {
        for (Thread u : t) u.join();
    }

    static void quietly(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static class Kept {
        Thread[] array;
        int joined;

        void all() throws InterruptedException {
            for (int i = 0; i < array.length; i++) {
                array[i].join();
                joined++;
            }
        }
    }

    record Holder(Thread thread, int number) {
        void await() throws InterruptedException {
            thread.join();
        }
    }

    static void join(String how, Thread[] t) throws InterruptedException {
        switch (how) {
            case "list":
                for (Thread u : new ArrayList<>(Arrays.asList(t))) u.join();
                break;
            case "index": {
                List<Thread> list = new ArrayList<>(Arrays.asList(t));
                for (int i = 0; i < list.size(); i++) list.get(i).join();
                break;
            }
            case "forEach":
                new ArrayList<>(Arrays.asList(t)).forEach(Joins::quietly);
                break;
            case "linked":
                for (Thread u : new LinkedList<>(Arrays.asList(t))) u.join();
                break;
            case "of":
                for (Thread u : List.of(t)) u.join();
                break;
            case "asList":
                for (Thread u : Arrays.asList(t)) quietly(u);
                break;
            case "values": {
                Map<Integer, Thread> map = new HashMap<>();
                for (Thread u : t) map.put(map.size(), u);
                for (Thread u : map.values()) u.join();
                break;
            }
            case "poll": {
                ArrayDeque<Thread> deque = new ArrayDeque<>(Arrays.asList(t));
                while (!deque.isEmpty()) deque.poll().join();
                break;
            }
            case "stream":
                Arrays.stream(t).forEach(u -> quietly(u));
                break;
            case "quietly":
                for (Thread u : t) quietly(u);
                break;
            case "field": {
                Kept kept = new Kept();
                kept.array = t;
                kept.all();
                break;
            }
            case "holders": {
                List<Holder> list = new ArrayList<>();
                for (Thread u : t) list.add(new Holder(u, list.size()));
                for (Holder h : list) h.await();
                break;
            }
            case "order":
                for (int i = 0; i < t.length; i++) t[i].join();
                break;
            case "reverse":
                for (int i = t.length - 1; i >= 0; i--) t[i].join();
                break;
            case "each":
                all(t);
                break;
            case "zero":
                for (Thread u : t) u.join(0);
                break;
            case "caught":
                for (Thread u : t)
                    try {
                        u.join();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                break;
            case "null":
                t[t.length - 1] = null;
                try {
                    all(t);
                } catch (NullPointerException e) {
                    x++;
                }
                break;
            case "names": {
                Thread a = t[0], b = t[1], c = t[2];
                t = null;
                a.join();
                b.join();
                c.join();
                break;
            }
            case "known": // others can change the array
                known = t;
                all(t);
                break;
            case "between": // others see how far it has come
                for (Thread u : t) {
                    u.join();
                    looks = counter.get();
                }
                break;
            case "interrupt":
                Thread.currentThread().interrupt();
                try {
                    all(t);
                } catch (InterruptedException e) {
                    System.out.println("interrupted at " + counter.get());
                }
                break;
            default:
                break;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] t = new Thread[Integer.parseInt(args[1])];
        for (int i = 0; i < t.length; i++) t[i] = new Thread(Joins::work);
        for (Thread u : t) u.start();
        join(args[0], t);
        System.out.println("R " + counter.get() + " " + looks);
    }
}
