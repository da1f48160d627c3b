// A peer that asks for a choice (Places.ask), called in every way there is; args[0] says which. Each path prints what was
// chosen.
import java.lang.invoke.*;
import java.util.function.*;

public class Places {
    static int ask(int n) { return -1; }

    int asked(int n) { return -1; } // the same, of an object

    static class Init { static final int X = ask(2); }

    static class Made {
        final int x, y;
        Made() {
            x = ask(2);
            y = ask(2);
        }
        @Override public String toString() { return "" + ask(2); }
        @Override public int hashCode() { return ask(2); }
    }

    static class Closed implements AutoCloseable {
        @Override public void close() { told += ask(2); }
    }

    static int shared;
    static String told = "";

    public static void main(String[] args) throws Throwable {
        switch (args[0]) {
        case "call": System.out.print(ask(3)); break;
        case "object": System.out.print(new Places().asked(3)); break;
        case "reflection":
            System.out.print(Places.class.getDeclaredMethod("ask", int.class).invoke(null, 3));
            break;
        case "reflected_object":
            System.out.print(Places.class.getDeclaredMethod("asked", int.class).invoke(new Places(), 3));
            break;
        case "constructor": {
            Made m = new Made();
            System.out.print(m.x + "" + m.y);
            break;
        }
        case "reflected_constructor": {
            Made m = Made.class.getDeclaredConstructor().newInstance();
            System.out.print(m.x + "" + m.y);
            break;
        }
        case "static_init": System.out.print(Init.X); break;
        case "static_init_by_reflection":
            System.out.print(Class.forName("Places$Init").getDeclaredField("X").get(null));
            break;
        case "handle": {
            MethodHandle h = MethodHandles.lookup().findStatic(
                Places.class, "ask", MethodType.methodType(int.class, int.class));
            System.out.print((int) h.invokeExact(3));
            break;
        }
        case "reference": {
            IntUnaryOperator f = Places::ask;
            System.out.print(f.applyAsInt(3));
            break;
        }
        case "two": System.out.print(ask(2) + 10 * ask(2)); break;
        case "concat": System.out.print(new Places().new Two() + "" + new Places().new Two()); break;
        case "combined": { // two peers below one invokeExact
            MethodHandles.Lookup l = MethodHandles.lookup();
            MethodHandle one = l.findStatic(Places.class, "ask", MethodType.methodType(int.class, int.class));
            MethodHandle twice = MethodHandles.filterReturnValue(MethodHandles.insertArguments(one, 0, 2),
                l.findStatic(Places.class, "more", MethodType.methodType(int.class, int.class)));
            System.out.print((int) twice.invokeExact());
            break;
        }
        case "library": // called by code of the JDK
            System.out.print(java.util.stream.IntStream.of(2, 2).map(Places::ask).sum());
            break;
        case "map": {
            java.util.HashMap<Object, String> m = new java.util.HashMap<>();
            m.put(new Made(), "");
            System.out.print(m.size());
            break;
        }
        case "close":
            try (Closed c = new Closed()) { told += "c"; }
            System.out.print(told);
            break;
        case "handler":
            try { throw new IllegalStateException(); }
            catch (IllegalStateException e) { told += ask(2); }
            finally { told += ask(2); }
            System.out.print(told);
            break;
        case "synchronized":
            synchronized (Places.class) { System.out.print(ask(3)); }
            break;
        case "threads": {
            Thread t = new Thread(() -> { synchronized (Places.class) { shared = 3 * shared + ask(2) + 1; } });
            t.start();
            synchronized (Places.class) { shared = 3 * shared + ask(2) + 1; }
            t.join();
            System.out.print(shared + " ");
            return;
        }
        default: throw new IllegalArgumentException(args[0]);
        }
        System.out.print(" ");
    }

    static int more(int a) { return 10 * a + ask(2); }

    class Two {
        @Override public String toString() { return "" + ask(2); }
    }
}
