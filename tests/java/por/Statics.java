import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** args[1] threads that do the same; main keeps them in a static field and joins them as args[0] says. */
public class Statics {
    static final ReentrantLock lock = new ReentrantLock();
    static final List<Thread> always = new ArrayList<>();
    static Thread[] array;
    static List<Thread> list;
    static Map<Integer, Thread> map;
    static Statics one;
    static Thread first, second, third, last;
    static int x, looks, count;
    static boolean marks;
    Thread[] own;

    static void work() {
        lock.lock();
        x++;
        if (marks) last = Thread.currentThread();
        lock.unlock();
    }

    static void start(Thread[] to) {
        for (int i = 0; i < to.length; i++) (to[i] = new Thread(Statics::work)).start();
    }

    static void start(List<Thread> to, int n) {
        for (int i = 0; i < n; i++) {
            to.add(new Thread(Statics::work));
            to.get(i).start();
        }
    }

    static void joinAll() throws InterruptedException {
        for (Thread t : array) t.join();
    }

    static void deep(int i) throws InterruptedException {
        if (i == array.length) return;
        array[i].join();
        deep(i + 1);
    }

    static void quietly(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static int place() {
        for (int i = 0; i < array.length; i++)
            if (array[i] == last) return i;
        return -1;
    }

    /** Ways in which nobody looks at the field again. */
    static void ways(String how, int n) throws InterruptedException {
        switch (how) {
            case "array":
                start(array = new Thread[n]);
                for (Thread t : array) t.join();
                break;
            case "index":
                start(array = new Thread[n]);
                for (int i = 0; i < array.length; i++) array[i].join();
                break;
            case "counted":
                count = n;
                start(array = new Thread[n]);
                for (int i = 0; i < count; i++) array[i].join();
                break;
            case "method":
                start(array = new Thread[n]);
                joinAll();
                break;
            case "nulled":
                start(array = new Thread[n]);
                for (Thread t : array) t.join();
                array = null;
                break;
            case "list":
                start(list = new ArrayList<>(), n);
                for (Thread t : list) t.join();
                break;
            case "linked":
                start(list = new LinkedList<>(), n);
                for (Thread t : list) t.join();
                break;
            case "forEach":
                start(list = new ArrayList<>(), n);
                list.forEach(Statics::quietly);
                break;
            case "final":
                start(always, n);
                for (int i = 0; i < always.size(); i++) always.get(i).join();
                break;
            case "map":
                map = new HashMap<>();
                for (int i = 0; i < n; i++) map.put(i, new Thread(Statics::work));
                for (Thread t : map.values()) t.start();
                for (Thread t : map.values()) t.join();
                break;
            case "object":
                one = new Statics();
                start(one.own = new Thread[n]);
                for (Thread t : one.own) t.join();
                break;
            case "both":
                start(array = new Thread[n]);
                one = new Statics();
                one.own = array;
                for (Thread t : array) t.join();
                break;
            case "rounds":
                for (int k = 0; k < 2; k++) {
                    start(array = new Thread[n]);
                    for (Thread t : array) t.join();
                }
                break;
            default:
                looked(how, n);
        }
    }

    /** Ways in which somebody does, and can tell the threads apart. */
    static void looked(String how, int n) throws InterruptedException {
        marks = true;
        start(array = new Thread[n]);
        switch (how) {
            case "after":
                for (Thread t : array) t.join();
                looks = place();
                break;
            case "between":
                for (Thread t : array) {
                    t.join();
                    looks = looks * 4 + place();
                }
                break;
            case "twice":
                for (int k = 0; k < 2; k++) {
                    for (Thread t : array) t.join();
                    if (k == 1) looks = place();
                    looks++;
                }
                break;
            case "deep":
                deep(0);
                looks = place();
                break;
            case "thrown":
                try {
                    for (Thread t : array) t.join();
                    lock.lock();
                    throw new IllegalStateException();
                } catch (IllegalStateException e) {
                    looks = place();
                }
                break;
            case "swapped":
                for (Thread t : array) t.join();
                Thread[] was = array;
                array = new Thread[] {last};
                for (int i = 0; i < n; i++)
                    if (was[i] == array[0]) looks = i;
                break;
            case "first":
                first = array[0];
                for (Thread t : array) t.join();
                looks = first == last ? 1 : 2;
                break;
            case "third":
                first = array[0];
                second = array[1];
                third = array[2];
                array = null;
                first.join();
                second.join();
                third.join();
                looks = first == last ? 1 : second == last ? 2 : 3;
                break;
            case "reflection":
                for (Thread t : array) t.join();
                try {
                    Thread[] all = (Thread[]) Statics.class.getDeclaredField("array").get(null);
                    looks = all[0] == last ? 1 : 2;
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
                break;
            case "other":
                Thread t4 = new Thread(() -> {
                    lock.lock();
                    looks = place();
                    lock.unlock();
                });
                t4.start();
                for (Thread t : array) t.join();
                t4.join();
                break;
            case "later":
                for (Thread t : array) t.join();
                Thread t5 = new Thread(() -> looks = place());
                t5.start();
                t5.join();
                break;
            case "changed":
                Thread t6 = new Thread(() -> array[0] = array[1]);
                t6.start();
                for (Thread t : array) t.join();
                looks = x;
                t6.join();
                break;
            default:
                throw new IllegalArgumentException(how);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ways(args[0], Integer.parseInt(args[1]));
        System.out.println("R " + x + " " + looks);
    }
}
