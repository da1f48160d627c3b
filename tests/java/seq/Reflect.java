// Reflection basics: fields, methods, constructors, arrays, invocation and its exceptions,
// generics.
import java.lang.reflect.*;
import java.util.*;

public class Reflect {
    public static class T<X extends Number> {
        public int i = 5;
        private long l = 6;
        protected static String s = "st";
        final double d = 2.5;
        public List<? super X> gen;
        transient volatile boolean b = true;
        char[] ch = {'a'};

        public T() {}

        private T(int i, String... r) {
            this.i = i + r.length;
        }

        public int add(int a, Integer b) {
            return a + b + i;
        }

        static long mul(long a, short b) {
            return a * b;
        }

        private void fail(String m) throws java.io.IOException {
            throw new java.io.IOException(m);
        }

        protected <Y extends Comparable<Y>> Map<String, Y[]> g(Y y, int[]... z)
                throws IllegalStateException {
            return null;
        }
    }

    static <E> E[] sorted(E[] a) {
        Arrays.sort(a, Comparator.comparing(Object::toString));
        return a;
    }

    interface Act {
        Object run() throws Exception;
    }

    static void t(Act a) {
        try {
            System.out.println(a.run());
        } catch (InvocationTargetException e) {
            System.out.println("ITE of " + e.getCause() + " " + e.getMessage());
        } catch (Exception e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> c = T.class;
        for (Field f : sorted(c.getDeclaredFields()))
            System.out.println(f + " | " + f.toGenericString() + " | " + f.getModifiers());
        for (Method m : sorted(c.getDeclaredMethods()))
            System.out.println(
                    m
                            + " | "
                            + m.toGenericString()
                            + " | "
                            + m.isVarArgs()
                            + Arrays.toString(m.getExceptionTypes()));
        for (Constructor<?> k : sorted(c.getDeclaredConstructors()))
            System.out.println(k + " | " + k.isVarArgs() + k.getParameterCount());
        T<Integer> o = new T<>();
        for (Field f : sorted(c.getDeclaredFields())) {
            f.setAccessible(true);
            Object v = f.get(o);
            System.out.println(
                    f.getName() + "=" + (v instanceof char[] ? new String((char[]) v) : v));
        }
        Field l = c.getDeclaredField("l");
        l.setAccessible(true);
        l.setLong(o, 99);
        l.set(o, l.getLong(o) + 1);
        c.getField("i").setInt(o, 10);
        System.out.println(o.l + " " + o.i + " " + c.getDeclaredField("i").get(o));
        t(
                () -> {
                    c.getDeclaredField("i").set(o, "str");
                    return 0;
                });
        t(
                () -> {
                    c.getDeclaredField("i").set(null, 1);
                    return 0;
                });
        t(() -> c.getDeclaredField("nope"));
        t(() -> c.getMethod("fail", String.class));
        Method add = c.getMethod("add", int.class, Integer.class);
        t(() -> add.invoke(o, 1, 2));
        t(() -> add.invoke(o, (byte) 1, 2));
        t(() -> add.invoke(o, 1L, 2));
        t(() -> add.invoke(o, 1));
        t(() -> add.invoke("x", 1, 2));
        try {
            add.invoke(o, null, 2);
        } catch (IllegalArgumentException e) {
            System.out.println("null for an int");
        }
        t(() -> add.invoke(o, 1, null));
        t(() -> c.getDeclaredMethod("mul", long.class, short.class).invoke(null, 7, (short) 6));
        Method fail = c.getDeclaredMethod("fail", String.class);
        fail.setAccessible(true);
        t(() -> fail.invoke(o, "io"));
        Constructor<?> k = c.getDeclaredConstructor(int.class, String[].class);
        k.setAccessible(true);
        t(() -> ((T<?>) k.newInstance(1, new String[] {"a", "b"})).i);
        t(() -> Number.class.getDeclaredConstructor().newInstance());
        t(() -> Runnable.class.getDeclaredConstructor());
        t(() -> Integer.class.getConstructor(String.class).newInstance("zz"));
        Object arr = Array.newInstance(int.class, 3);
        Array.setInt(arr, 1, 7);
        Array.set(arr, 2, (short) 9);
        t(
                () ->
                        Array.get(arr, 1)
                                + " "
                                + Array.getLength(arr)
                                + " "
                                + Array.getLong(arr, 2)
                                + " "
                                + arr.getClass()
                                + Array.newInstance(String.class, 2, 3).getClass());
        t(
                () -> {
                    Array.set(arr, 0, "x");
                    return 0;
                });
        t(() -> Array.get(arr, 5));
        t(() -> Array.getLength("x"));
        t(() -> Array.newInstance(void.class, 1));
        t(() -> Array.newInstance(int.class, -1));
        t(
                () ->
                        Modifier.toString(c.getDeclaredField("b").getModifiers())
                                + " "
                                + c.getDeclaredMethod("g", Comparable.class, int[][].class)
                                        .getGenericReturnType()
                                + " "
                                + Arrays.toString(c.getTypeParameters()[0].getBounds()));
        t(
                () ->
                        String.class
                                .getMethod("valueOf", char[].class)
                                .invoke(null, (Object) new char[] {'o', 'k'}));
        t(() -> Math.class.getMethod("max", int.class, int.class).invoke(null, 3, 'a'));
    }
}
