// Reflection: repeated, inherited, type-use and parameter annotations; generic signatures printed; proxies
// with default methods; what invocations and bad accesses throw.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class ReflectEdges {
    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @Inherited
    @interface Tag {
        String value() default "dflt";
        int[] nums() default {1, 2};
        Class<?> type() default Object.class;
        Mode mode() default Mode.B;
        Sub sub() default @Sub(c = 'x');
    }
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Tags {
        Tag[] value();
    }
    @Retention(RetentionPolicy.RUNTIME)
    @interface Sub {
        char c();
        double d() default 1.5;
        long l() default - 1;
        String[] s() default {};
        byte b() default 3;
        float f() default Float.NaN;
    }
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
    @interface Use {
        int value() default 0;
    }
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @interface Par {
        String n();
    }
    enum Mode { A, B }
    @Tag("one")
    @Tag(value = "two", nums = {}, type = int[].class, mode = Mode.A)
    static class Parent {}
    static class Child extends Parent {}
    @Tag
    @Deprecated(since = "5", forRemoval = true)
    static class Single<@Use(9) T extends @Use(1) Number & Comparable<T>> {
        @Use(2) List<@Use(3) ? extends @Use(4) T @Use(5)[] @Use(6)[]> f;
        <X extends Exception, Y> Map<X, ? super Y[]> m(@Par(n = "p") int a, @Par(n = "q") @Use(7) String b,
            List<? super Integer>... rest) throws X, IllegalStateException {
            return null;
        }
        private Single(T t) {}
    }
    interface Greeter {
        String greet(String n);
        default String twice(String n) { return greet(n) + greet(n); }
        static int s() { return 1; }
    }
    static class Thrower {
        int boom(Integer i) throws Exception {
            if (i > 1) throw new Exception("checked" + i);
            return i;
        }
        private static String hid(String... x) { return x.length + "h"; }
        final int fin = 3;
        static final Integer SF = 9;
        private long prim = 5;
    }
    sealed interface Shape permits Sq, Ci {}
    record Sq(double s) implements Shape {}
    record Ci(double r) implements Shape {}
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " " + c.call());
        } catch (Throwable e) {
            System.out.println(n + " " + e.toString().replaceAll("@[0-9a-f]+", "@H") + " / " + e.getCause());
        }
    }
    public static void main(String[] args) throws Exception {
        for (Tag x : Child.class.getAnnotationsByType(Tag.class)) System.out.println(show(x));
        System.out.println("" + Child.class.getDeclaredAnnotations().length + Child.class.isAnnotationPresent(Tag.class)
                           + Child.class.isAnnotationPresent(Tags.class));
        Tag tag = Single.class.getAnnotation(Tag.class);
        System.out.println(show(tag) + " " + Single.class.getAnnotation(Deprecated.class).since()
                           + tag.equals(Single.class.getAnnotation(Tag.class)) + tag.annotationType()
                           + (tag.hashCode() == Single.class.getAnnotation(Tag.class).hashCode()));
        for (Method m : Tag.class.getDeclaredMethods())
            if (m.getName().equals("nums")) System.out.println(Arrays.toString((int[]) m.getDefaultValue()));
        System.out.println(
            Single.class.toGenericString() + " " + Arrays.toString(Single.class.getTypeParameters()[0].getBounds())
            + Arrays.toString(Single.class.getTypeParameters()[0].getAnnotations())
            + Arrays.toString(Single.class.getTypeParameters()[0].getAnnotatedBounds()[0].getAnnotations()));
        Field f = Single.class.getDeclaredField("f");
        System.out.println(f.toGenericString() + " | " + f.getAnnotatedType() + " | " + f.getGenericType());
        for (Method m : Single.class.getDeclaredMethods())
            if (!m.isSynthetic()) {
                System.out.println(m.toGenericString() + " " + m);
                System.out.println(Arrays.deepToString(m.getParameterAnnotations()) + m.isVarArgs()
                                   + Arrays.toString(m.getGenericExceptionTypes())
                                   + Arrays.toString(m.getAnnotatedParameterTypes())
                                   + Arrays.toString(m.getParameters()));
            }
        Greeter g = (Greeter) Proxy.newProxyInstance(ReflectEdges.class.getClassLoader(),
            new Class<?>[] {Greeter.class, Runnable.class},
            (p, m, a)
                -> m.isDefault()                 ? InvocationHandler.invokeDefault(p, m, a)
                   : m.getName().equals("greet") ? "hi " + a[0] + ";"
                   : m.getName().equals("run")   ? throwIt()
                                                 : m.getName() + (a == null ? 0 : a.length));
        System.out.println(g.twice("bo") + " " + g + " " + Proxy.isProxyClass(g.getClass())
                           + Modifier.toString(g.getClass().getModifiers()) + g.getClass().getInterfaces().length);
        t("undeclared", () -> {
            ((Runnable) g).run();
            return 0;
        });
        t("badret", () -> g.hashCode());
        Method boom = Thrower.class.getDeclaredMethod("boom", Integer.class);
        t("ok", () -> boom.invoke(new Thrower(), 1));
        t("ite", () -> boom.invoke(new Thrower(), 2));
        t("iteNpe", () -> boom.invoke(new Thrower(), (Object) null));
        t("argtype", () -> boom.invoke(new Thrower(), "x"));
        t("argn", () -> boom.invoke(new Thrower()));
        t("recv", () -> boom.invoke("x", 1));
        t("nullrecv", () -> boom.invoke(null, 1));
        t("hid", () -> {
            Method h = Thrower.class.getDeclaredMethod("hid", String[].class);
            return h.invoke(null, (Object) new String[] {"a", "b"}) + "" + h.getModifiers();
        });
        t("fin", () -> {
            Field x = Thrower.class.getDeclaredField("fin");
            x.set(new Thrower(), 4);
            return x;
        });
        t("fin2", () -> {
            Field x = Thrower.class.getDeclaredField("fin");
            x.setAccessible(true);
            Thrower w = new Thrower();
            x.set(w, 4);
            return x.get(w);
        });
        t("sf", () -> {
            Field x = Thrower.class.getDeclaredField("SF");
            x.setAccessible(true);
            x.set(null, 4);
            return 0;
        });
        t("prim", () -> {
            Field x = Thrower.class.getDeclaredField("prim");
            Thrower w = new Thrower();
            x.setLong(w, 7);
            x.set(w, (short) 8);
            return x.getLong(w) + x.getFloat(w);
        });
        t("narrow", () -> {
            Field x = Thrower.class.getDeclaredField("prim");
            return x.getInt(new Thrower());
        });
        t("unbox", () -> {
            Thrower.class.getDeclaredField("prim").set(new Thrower(), "s");
            return 0;
        });
        t("unboxnull", () -> {
            Thrower.class.getDeclaredField("prim").set(new Thrower(), null);
            return 0;
        });
        t("access", () -> String.class.getDeclaredField("value").get("x"));
        t("module", () -> {
            String.class.getDeclaredField("value").setAccessible(true);
            return 0;
        });
        t("nsm", () -> String.class.getMethod("nope", int.class, String[].class));
        t("nsf", () -> String.class.getField("nope"));
        t("abs", () -> Number.class.getDeclaredConstructor().newInstance());
        t("enum", () -> {
            Constructor<?> c = Mode.class.getDeclaredConstructors()[0];
            c.setAccessible(true);
            return c.newInstance("C", 2);
        });
        t("cnf", () -> Class.forName("no.Such"));
        t("arr", () -> Class.forName("[[LReflectEdges$Mode;").getComponentType().getCanonicalName());
        System.out.println(Shape.class.isSealed() + Arrays.toString(Shape.class.getPermittedSubclasses())
                           + Sq.class.isRecord() + Sq.class.getRecordComponents()[0].getAccessor().invoke(new Sq(2.5))
                           + Sq.class.getDeclaredConstructors()[0].toGenericString());
        Object arr = Array.newInstance(int.class, 2, 3);
        Array.set(Array.get(arr, 1), 2, (byte) 7);
        System.out.println(Arrays.deepToString((int[][]) arr) + Array.getLength(arr));
        t("arrset", () -> {
            Array.set(new int[1], 0, 5L);
            return 0;
        });
        t("arridx", () -> Array.getInt(new int[1], 3));
        t("arrneg", () -> Array.newInstance(String.class, -1));
        Type t =
            new Object() { Map<String, List<? extends Number[]>> x; }.getClass().getDeclaredField("x").getGenericType();
        ParameterizedType pt = (ParameterizedType) t;
        System.out.println(pt.getRawType() + " " + Arrays.toString(pt.getActualTypeArguments()) + pt.getOwnerType()
                           + " " + pt.equals(((ParameterizedType) t)));
        class Loc {}
        Runnable anon = new Runnable() {
            public void run() {}
        };
        System.out.println(Loc.class.getEnclosingMethod() + " " + anon.getClass().getName()
                           + anon.getClass().isAnonymousClass() + Loc.class.isLocalClass() + Loc.class.getSimpleName()
                           + "|" + anon.getClass().getSimpleName() + "|" + int[][].class.getTypeName() + " "
                           + Mode.class.getDeclaringClass() + Arrays.toString(Map.Entry.class.getTypeParameters())
                           + Integer.TYPE.describeConstable().get() + Loc.class.getNestHost());
        List<String> members = new ArrayList<>();
        for (Class<?> c : ReflectEdges.class.getDeclaredClasses())
            members.add(c.getSimpleName() + Modifier.toString(c.getModifiers()).length());
        Collections.sort(members);
        System.out.println(members);
    }
    static String show(Tag t) {
        Sub s = t.sub();
        return t.value() + Arrays.toString(t.nums()) + t.type() + t.mode() + s.c() + s.d() + s.l() + s.s().length
            + s.b() + s.f();
    }
    static Object throwIt() throws Exception { throw new java.io.IOException("undeclared"); }
}
