// What the first use of a call site costs: FirstUse KIND N uses one site N times, FirstUse KIND threads in two threads.
import java.io.Serializable;
import java.util.*;
import java.util.function.*;

public class FirstUse {
    interface Marker {}
    interface SerFn extends Function<String, Integer>, Serializable {}
    record Point(int x, double y, String name) {}
    record Named(int x, String name) {}
    static class Base {
        String who() { return "base"; }
    }
    static class Derived extends Base {
        Supplier<String> up() { return super::who; }
        String who() { return "derived"; }
    }
    class Inner {}

    static Object sink;
    static int shared;
    int field = 3;

    static int sum(int... xs) { return xs.length; }
    static long twice(int x) { return 2L * x; }

    Object use(String kind, int i, long big, String text) {
        switch (kind) {
        case "plain": {
            IntSupplier s = () -> 5;
            return s.getAsInt();
        }
        case "capture": {
            Supplier<Object> s = () -> text + i;
            return s.get();
        }
        case "wide": {
            DoubleSupplier s = () -> big * 0.5 + i;
            return s.getAsDouble();
        }
        case "this": {
            IntSupplier s = () -> field++;
            return s.getAsInt();
        }
        case "generic": {
            Function<Integer, Integer> f = x -> x + 1;
            return f.apply(i);
        }
        case "static": {
            IntToLongFunction f = FirstUse::twice;
            return (int) f.applyAsLong(i);
        }
        case "boxing": {
            Function<Integer, Object> f = FirstUse::twice;
            return f.apply(i);
        }
        case "bound": {
            Supplier<Integer> s = text::length;
            return s.get();
        }
        case "unbound": {
            Function<String, Integer> f = String::length;
            return f.apply(text);
        }
        case "constructor": {
            Supplier<Object> s = ArrayList::new;
            return s.get();
        }
        case "inner": {
            Supplier<Inner> s = Inner::new;
            return s.get();
        }
        case "array": {
            IntFunction<String[]> f = String[] ::new;
            return f.apply(2);
        }
        case "varargs": {
            IntBinaryOperator f = FirstUse::sum;
            return f.applyAsInt(1, 2);
        }
        case "super": return new Derived().up().get();
        case "serializable": {
            SerFn f = String::length;
            return f.apply(text);
        }
        case "intersection": {
            Runnable r = (Runnable & Marker & Serializable) () -> {};
            r.run();
            return r;
        }
        case "bridge": {
            Comparator<String> c = String::compareTo;
            return c.compare(text, "b");
        }
        case "concat": return "a" + i + text + big + 'c' + 1.5f + kind;
        case "concat two": return text + kind;
        case "record hash": return new Point(i, 2, text).hashCode();
        case "record equals": return new Point(i, 2, text).equals(new Point(i, 2, text));
        case "record text": return new Named(i, text).toString();
        case "no site, long": return twice(i);
        default: return null;
        }
    }

    static void inThreads(String kind) throws InterruptedException {
        Thread[] users = new Thread[2];
        for (int i = 0; i < 2; i++) {
            users[i] = new Thread(() -> {
                Object mine = new FirstUse().use(kind, 1, 1L << 40, "text");
                shared++;
            });
        }
        for (Thread t : users) t.start();
        for (Thread t : users) t.join();
    }

    public static void main(String[] args) throws InterruptedException {
        sink = List.of(Long.valueOf(1), String.valueOf(2.0), String.valueOf(1.5f));
        if (args[1].equals("threads")) {
            inThreads(args[0]);
            return;
        }
        FirstUse f = new FirstUse();
        for (int i = 0, n = Integer.parseInt(args[1]); i < n; i++) sink = f.use(args[0], i, 1L << 40, "text");
    }
}
