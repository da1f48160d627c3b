import java.util.ConcurrentModificationException;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.Vector;

/** Methods of these collections lock; their iterators do not, or only within each call. */
public class Iterated {
    static String seen;

    static String all(Iterable<Integer> values) {
        StringBuilder s = new StringBuilder();
        try {
            for (Integer x : values) s.append(x);
        } catch (ConcurrentModificationException e) {
            return "changed";
        }
        return s.toString();
    }

    static String all(Enumeration<Integer> values) {
        StringBuilder s = new StringBuilder();
        while (values.hasMoreElements()) s.append(values.nextElement());
        return s.toString();
    }

    static void run(Runnable change, Runnable look) throws InterruptedException {
        Thread t = new Thread(change), u = new Thread(look);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println("R " + seen);
    }

    public static void main(String[] a) throws InterruptedException {
        Hashtable<Integer, Integer> table = new Hashtable<>();
        Vector<Integer> vector = new Vector<>(List.of(1, 2));
        Stack<Integer> stack = new Stack<>();
        stack.push(1);
        switch (a[0]) {
            case "table":
                run(() -> table.putAll(Map.of(1, 3, 2, 4)), () -> seen = all(table.values()));
                break;
            case "elements":
                run(() -> table.putAll(Map.of(1, 3, 2, 4)), () -> seen = all(table.elements()));
                break;
            case "add":
                run(() -> vector.add(3), () -> seen = all(vector));
                break;
            case "remove":
                run(() -> vector.remove(1), () -> seen = all(vector));
                break;
            default:
                run(() -> stack.push(2), () -> seen = all(stack));
        }
    }
}
