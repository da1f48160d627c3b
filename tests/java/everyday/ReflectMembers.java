// Reflection: members, modifiers, generics, parameters, exceptions, arrays, accessibility,
// invocation errors.
import java.lang.reflect.*;
import java.util.*;

public class ReflectMembers {
    abstract static class G<T extends Comparable<T> & Cloneable, U>
            implements Comparator<Map<? super T, ? extends List<U[]>>> {
        protected T t;
        public static final int K = 5;
        private transient volatile U u;

        abstract <X extends Exception> Map<T, X> m(List<? extends Number> l, T[] a, int... i)
                throws X, java.io.IOException;
    }

    static class C {
        private int p = 1;
        static String s = "st";
        final long f = 3;

        C() {}

        private C(int p, String... q) {
            this.p = p + q.length;
        }

        int add(int a, long b) {
            return (int) (p + a + b);
        }

        static String cat(String a, char c) {
            return a + c;
        }

        private void fail() {
            throw new IllegalStateException("inside");
        }

        void none() {}
    }

    interface I {
        default String hi(String n) {
            return "hi " + n;
        }
    }

    public static void main(String[] args) throws Exception {
        for (Type t : G.class.getGenericInterfaces()) System.out.println(t);
        for (TypeVariable<?> v : G.class.getTypeParameters())
            System.out.println(v + " " + Arrays.toString(v.getBounds()));
        Method m = null;
        for (Method x : G.class.getDeclaredMethods()) if (x.getName().equals("m")) m = x;
        System.out.println(
                m
                        + "\n"
                        + m.toGenericString()
                        + "\n"
                        + m.isVarArgs()
                        + Arrays.toString(m.getGenericExceptionTypes())
                        + m.getParameters()[2]
                        + m.getGenericReturnType()
                        + m.getParameterCount());
        List<String> fs = new ArrayList<>();
        for (Field f : G.class.getDeclaredFields())
            fs.add(f.toGenericString() + "|" + Modifier.toString(f.getModifiers()));
        Collections.sort(fs);
        System.out.println(fs);
        Constructor<C> k = C.class.getDeclaredConstructor(int.class, String[].class);
        C c = k.newInstance(10, new String[] {"a", "b"});
        Field p = C.class.getDeclaredField("p");
        System.out.println(p.get(c) + " " + k + k.isVarArgs());
        p.set(c, 20);
        p.setInt(c, p.getInt(c) + 1);
        System.out.println(c.p + " " + p.getLong(c) + C.class.getDeclaredField("s").get(null));
        System.out.println(
                C.class.getDeclaredMethod("add", int.class, long.class).invoke(c, (byte) 1, 2)
                        + " "
                        + C.class
                                .getDeclaredMethod("cat", String.class, char.class)
                                .invoke(null, "x", 'y')
                        + " "
                        + C.class.getDeclaredMethod("none").invoke(c));
        try {
            C.class.getDeclaredMethod("fail").invoke(c);
        } catch (InvocationTargetException e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        Object[][] bad = {
            {"add", new Object[] {1}},
            {"add", new Object[] {"x", 1L}},
            {"add", new Object[] {1L, 1L}},
            {"add", new Object[] {null, 1L}}
        };
        for (Object[] b : bad)
            try {
                C.class.getDeclaredMethod("add", int.class, long.class).invoke(c, (Object[]) b[1]);
            } catch (IllegalArgumentException | NullPointerException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        try {
            C.class.getDeclaredMethod("add", int.class, long.class).invoke("str", 1, 2L);
        } catch (IllegalArgumentException e) {
            System.out.println("wrong receiver");
        }
        try {
            C.class.getDeclaredField("f").set(c, 4L);
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage());
        }
        Field fl = C.class.getDeclaredField("f");
        fl.setAccessible(true);
        fl.set(c, 44L);
        System.out.println(fl.get(c));
        try {
            p.set(c, "no");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        for (String n : new String[] {"nope", "add"})
            try {
                C.class.getDeclaredMethod(n);
            } catch (NoSuchMethodException e) {
                System.out.println(e.getMessage());
            }
        try {
            C.class.getField("p");
        } catch (NoSuchFieldException e) {
            System.out.println(e.getMessage());
        }
        try {
            Class.forName("no.Where");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
        try {
            G.class.getDeclaredConstructors()[0].newInstance();
        } catch (InstantiationException e) {
            System.out.println("abstract");
        }
        try {
            String.class.getDeclaredField("value").setAccessible(true);
        } catch (RuntimeException e) {
            System.out.println(e.getMessage().replaceAll("@.*", ""));
        }
        Object arr = Array.newInstance(int.class, 2, 3);
        Array.setInt(Array.get(arr, 1), 2, 9);
        System.out.println(
                ((int[][]) arr)[1][2]
                        + " "
                        + Array.getLength(arr)
                        + arr.getClass()
                        + arr.getClass().componentType().descriptorString()
                        + int[].class.getModifiers());
        I i =
                (I)
                        Proxy.newProxyInstance(
                                I.class.getClassLoader(),
                                new Class<?>[] {I.class},
                                (pr, me, ar) -> InvocationHandler.invokeDefault(pr, me, ar) + "!");
        System.out.println(i.hi("proxy"));
        System.out.println(
                new ArrayList<Map<String, int[]>>() {}.getClass().getGenericSuperclass()
                        + " "
                        + ReflectMembers.class.getPackageName().isEmpty()
                        + C.class.getEnclosingClass()
                        + C.class.getName()
                        + Map.Entry.class.getCanonicalName()
                        + new Object() {}.getClass().isAnonymousClass()
                        + C.class.isMemberClass()
                        + " "
                        + Integer.class.asSubclass(Number.class).cast(3)
                        + int.class.arrayType()
                        + Runnable.class.isInterface());
    }
}
