// Handles over varargs, static initializers, interfaces, arrays of handles and recursion through a
// handle.
import java.lang.invoke.*;
import java.util.*;

public class HandlesDeep {
    static MethodHandle SELF;

    static int fact(int n) throws Throwable {
        return n < 2 ? 1 : n * (int) SELF.invokeExact(n - 1);
    }

    static class Lazy {
        static {
            System.out.println("Lazy init");
        }

        static int v = 4;

        static int twice() {
            return v * 2;
        }
    }

    interface Sh {
        double area();
    }

    record Ci(double r) implements Sh {
        public double area() {
            return r * r * 3;
        }
    }

    record Sq(double a) implements Sh {
        public double area() {
            return a * a;
        }
    }

    static String va(String f, Object... r) {
        return f + r.length;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        SELF = l.findStatic(HandlesDeep.class, "fact", MethodType.methodType(int.class, int.class));
        System.out.println((int) SELF.invokeExact(10));
        MethodHandle tw = l.findStatic(Lazy.class, "twice", MethodType.methodType(int.class)),
                gv = l.findStaticGetter(Lazy.class, "v", int.class);
        System.out.println("found");
        System.out.println((int) tw.invokeExact() + (int) gv.invokeExact());
        MethodHandle ar = l.findVirtual(Sh.class, "area", MethodType.methodType(double.class));
        double s = 0;
        for (Sh x : List.of(new Ci(1), new Sq(2), new Ci(2))) s += (double) ar.invokeExact(x);
        System.out.println(s);
        MethodHandle v =
                l.findStatic(
                        HandlesDeep.class,
                        "va",
                        MethodType.methodType(String.class, String.class, Object[].class));
        System.out.println(
                (String) v.invoke("a")
                        + (String) v.invoke("b", 1, "x")
                        + (String) v.invoke("c", new Object[] {1, 2, 3})
                        + (String) v.withVarargs(false).invoke("d", new Object[4]));
        MethodHandle[] ops = {
            l.findStatic(
                    Math.class, "max", MethodType.methodType(long.class, long.class, long.class)),
            l.findStatic(
                    Math.class,
                    "floorMod",
                    MethodType.methodType(long.class, long.class, long.class))
        };
        for (MethodHandle o : ops)
            System.out.print((long) o.invokeExact(7L, 3L) + " " + o.invoke(9, (short) 4) + " ");
        System.out.println();
        try {
            int x = (int) SELF.invoke();
        } catch (WrongMethodTypeException e) {
            System.out.println("arity");
        }
        for (int i = 0; i < 2000; i++) s += (double) ar.invokeExact((Sh) new Sq(1));
        System.out.println(s);
    }
}
