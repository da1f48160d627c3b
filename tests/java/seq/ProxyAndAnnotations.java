// Annotations at run time and dynamic proxies.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class ProxyAndAnnotations {
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Info {
        String name() default "none";

        int[] nums() default {1, 2};

        Class<?> type() default Object.class;

        Thread.State st() default Thread.State.NEW;

        Sub sub() default @Sub(x = 5);

        long l() default 1L << 40;

        char c() default 'q';

        double d() default .5;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Sub {
        int x();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Tags {
        Tag[] value();
    }

    @Retention(RetentionPolicy.CLASS)
    @interface Gone {}

    @Info(
            name = "base",
            nums = {},
            type = String.class)
    @Gone
    static class Base {
        @Deprecated public int f;

        @Tag("a")
        @Tag("b")
        public void m(@Sub(x = 9) int p, String q) {}
    }

    static class Derived extends Base {}

    interface Calc {
        int add(int a, int b);

        default int twice(int a) {
            return a * 2;
        }

        String name();

        void boom() throws java.io.IOException;

        boolean equals(Object o);
    }

    public static void main(String[] args) throws Exception {
        Info i = Derived.class.getAnnotation(Info.class);
        System.out.println(
                i.name()
                        + " "
                        + i.nums().length
                        + " "
                        + i.type()
                        + " "
                        + i.st()
                        + " "
                        + i.sub().x()
                        + " "
                        + i.l()
                        + i.c()
                        + i.d()
                        + " "
                        + i.annotationType());
        System.out.println(
                Derived.class.getAnnotations().length
                        + " "
                        + Derived.class.getDeclaredAnnotations().length
                        + " "
                        + Base.class.isAnnotationPresent(Gone.class)
                        + " "
                        + i.equals(Base.class.getAnnotation(Info.class))
                        + " "
                        + (i.hashCode() == Base.class.getAnnotation(Info.class).hashCode()));
        Method m = Base.class.getMethod("m", int.class, String.class);
        for (Tag t : m.getAnnotationsByType(Tag.class)) System.out.print(t.value() + " ");
        System.out.println(
                m.getAnnotation(Tag.class)
                        + " "
                        + m.getParameterAnnotations()[0].length
                        + m.getParameterAnnotations()[1].length
                        + " "
                        + Base.class.getField("f").isAnnotationPresent(Deprecated.class)
                        + " "
                        + m.getParameters()[0].getAnnotation(Sub.class).x());
        List<String> log = new ArrayList<>();
        InvocationHandler h =
                (p, me, a) -> {
                    log.add(me.getName() + Arrays.toString(a));
                    switch (me.getName()) {
                        case "add":
                            return (int) a[0] + (int) a[1];
                        case "name":
                            return 5;
                        case "boom":
                            throw new java.io.IOException("boom");
                        case "hashCode":
                            return 77;
                        case "toString":
                            return "PROXY";
                        case "equals":
                            return p == a[0];
                        default:
                            return null;
                    }
                };
        Calc c =
                (Calc)
                        Proxy.newProxyInstance(
                                ProxyAndAnnotations.class.getClassLoader(),
                                new Class<?>[] {Calc.class, Runnable.class},
                                h);
        System.out.println(
                c.add(3, 4)
                        + " "
                        + c.hashCode()
                        + " "
                        + c
                        + " "
                        + c.equals(c)
                        + " "
                        + Proxy.isProxyClass(c.getClass())
                        + " "
                        + (c instanceof Runnable)
                        + " "
                        + (Proxy.getInvocationHandler(c) == h));
        try {
            c.name();
        } catch (ClassCastException e) {
            System.out.println("CCE");
        }
        try {
            c.twice(1);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        try {
            c.boom();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        ((Runnable) c).run();
        System.out.println(log);
        Calc u =
                (Calc)
                        Proxy.newProxyInstance(
                                ProxyAndAnnotations.class.getClassLoader(),
                                new Class<?>[] {Calc.class},
                                (p, me, a) -> {
                                    throw new Exception("checked");
                                });
        try {
            u.add(1, 2);
        } catch (UndeclaredThrowableException e) {
            System.out.println(e.getCause());
        }
        try {
            Proxy.newProxyInstance(null, new Class<?>[] {String.class}, h);
        } catch (IllegalArgumentException e) {
            System.out.println("IAE");
        }
    }
}
