// Reflection on generics, parameters, annotations on types, arrays, enclosing scopes, records,
// enums, proxies with default methods, constructors of inner classes, varargs, exceptions inside.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class ReflectDeep {
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.PARAMETER, ElementType.METHOD})
    @interface Tag {
        String value() default "d";

        int[] n() default {1, 2};

        Class<?> c() default String.class;

        RetentionPolicy p() default RetentionPolicy.CLASS;
    }

    static class G<T extends Comparable<T> & java.io.Serializable, U> {
        List<? super T>[] f;
        Map<String, ? extends List<U>> m;

        @Tag("x")
        <X extends Exception> T go(@Tag int a, U[] b, String... c) throws X, java.io.IOException {
            return null;
        }

        class In<Z> {
            In(int q) {}
        }
    }

    interface Greeter {
        default String hi(String n) {
            return "hi " + n + twice(2);
        }

        int twice(int x);

        static int s() {
            return 1;
        }
    }

    static class Sub extends G<String, Integer> {
        private final int secret = 5;
        private static String st = "s";

        int over(long x) {
            return 1;
        }

        int over(int x) {
            return 2;
        }

        int over(Object x) {
            return 3;
        }
    }

    static Object anon() {
        class Loc {}
        return new Loc() {};
    }

    public static void main(String[] args) throws Exception {
        System.out.println(
                G.class.toGenericString()
                        + " "
                        + Arrays.toString(G.class.getTypeParameters()[0].getBounds()));
        for (String n : new String[] {"f", "m"})
            System.out.println(G.class.getDeclaredField(n).getGenericType());
        Method go =
                Arrays.stream(G.class.getDeclaredMethods())
                        .filter(m -> m.getName().equals("go"))
                        .findFirst()
                        .get();
        System.out.println(
                go.toGenericString()
                        + " "
                        + go.isVarArgs()
                        + Arrays.toString(go.getGenericParameterTypes())
                        + Arrays.toString(go.getExceptionTypes()));
        System.out.println(
                go.getAnnotation(Tag.class)
                        + " "
                        + go.getParameterAnnotations()[0].length
                        + " "
                        + go.getParameters()[2]);
        System.out.println(
                Sub.class.getGenericSuperclass()
                        + " "
                        + ((ParameterizedType) Sub.class.getGenericSuperclass())
                                .getActualTypeArguments()[1]);
        Sub s = new Sub();
        Field f = Sub.class.getDeclaredField("secret");
        f.setAccessible(true);
        System.out.println(
                f.getInt(s)
                        + " "
                        + Modifier.toString(f.getModifiers())
                        + " "
                        + Sub.class.getDeclaredField("st").get(null));
        for (Class<?> c : new Class<?>[] {int.class, long.class, Object.class})
            System.out.print(Sub.class.getDeclaredMethod("over", c).invoke(s, 1) + " ");
        System.out.println();
        try {
            Sub.class.getDeclaredMethod("over", int.class).invoke(s, "x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.class.getMethod("parseInt", String.class).invoke(null, "zz");
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getMessage());
        }
        try {
            String.class.getMethod("length").invoke(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        try {
            Sub.class.getDeclaredMethod("over", int.class).invoke(s);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Object a = Array.newInstance(int.class, 2, 3);
        Array.set(Array.get(a, 1), 2, 7);
        System.out.println(
                Arrays.deepToString((int[][]) a)
                        + a.getClass().getName()
                        + a.getClass().getComponentType()
                        + Array.getLength(a));
        try {
            Array.set(new int[1], 0, "s");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Constructor<?> in = Class.forName("ReflectDeep$G$In").getDeclaredConstructors()[0];
        System.out.println(
                in.newInstance(s, 4).getClass().getSimpleName() + in.getParameterCount());
        Greeter g =
                (Greeter)
                        Proxy.newProxyInstance(
                                ReflectDeep.class.getClassLoader(),
                                new Class<?>[] {Greeter.class, Comparable.class},
                                (p, m, x) ->
                                        m.isDefault()
                                                ? InvocationHandler.invokeDefault(p, m, x)
                                                : m.getName().equals("twice")
                                                        ? (int) x[0] * 2
                                                        : m.getName().equals("toString")
                                                                ? "PROXY"
                                                                : null);
        System.out.println(
                g.hi("bo") + g + Proxy.isProxyClass(g.getClass()) + (g instanceof Comparable));
        Object an = anon();
        System.out.println(
                an.getClass().isAnonymousClass()
                        + " "
                        + an.getClass().getEnclosingMethod()
                        + " "
                        + an.getClass().getSuperclass().getSimpleName()
                        + an.getClass().getSuperclass().isLocalClass()
                        + " "
                        + Class.forName("[[Ljava.lang.String;").getSimpleName()
                        + int[].class.getCanonicalName()
                        + void.class
                        + Thread.State.class.getEnumConstants().length
                        + " "
                        + Map.Entry.class.getDeclaringClass().getSimpleName()
                        + G.In.class.getNestHost().getSimpleName());
        System.out.println(
                Arrays.stream(Greeter.class.getDeclaredMethods())
                        .map(m -> m.getName() + m.getModifiers())
                        .sorted()
                        .toList());
        Runnable r = () -> {};
        System.out.println(
                r.getClass().isSynthetic()
                        + " "
                        + r.getClass().getInterfaces()[0]
                        + " "
                        + ReflectDeep.class.getDeclaredClasses().length
                        + Sub.class.getSuperclass().getModifiers());
    }
}
