// Annotations: all member types, defaults, inheritance, repeating, type annotations, equality,
// proxies, missing.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class AnnotationsDeep {
    enum L {
        LO,
        HI
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface In {
        int v() default 1;

        String[] s() default {"x", "y"};
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface All {
        byte b() default 1;

        char c() default 'c';

        long l() default 1L << 40;

        float f() default 1.5f;

        double d() default -0.0;

        boolean z() default true;

        String s() default "q\"\n";

        Class<?> k() default int[].class;

        L e() default L.HI;

        In in() default @In(v = 7);

        In[] ins() default {@In, @In(s = {})};

        int[] is() default {1, 2};

        Class<?>[] ks() default {};
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

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE_USE)
    @interface T {
        int value() default 0;
    }

    @Retention(RetentionPolicy.CLASS)
    @interface Gone {}

    @All(
            b = 2,
            ks = {String.class, void.class})
    static class P {
        @Tag("a")
        @Tag("b")
        public int f;

        @Tag("m")
        @Deprecated(since = "9")
        public void m(@In(v = 3) String p, int q, @Tag("q") long r) {}

        public @T(5) List<@T(6) String> t;
    }

    @Gone
    static class C extends P {
        @Override
        public void m(String p, int q, long r) {}
    }

    public static void main(String[] args) throws Exception {
        All a = P.class.getAnnotation(All.class), b = C.class.getAnnotation(All.class);
        System.out.println(
                a.b()
                        + " "
                        + a.c()
                        + a.l()
                        + a.f()
                        + a.d()
                        + a.z()
                        + a.s()
                        + a.k()
                        + a.e()
                        + a.in().v()
                        + Arrays.toString(a.ins()[1].s())
                        + a.is()[1]
                        + Arrays.toString(a.ks()));
        System.out.println(
                a.equals(b)
                        + " "
                        + (a.hashCode() == b.hashCode())
                        + " "
                        + a.annotationType()
                        + " "
                        + C.class.getDeclaredAnnotations().length
                        + C.class.getAnnotations().length
                        + " "
                        + a);
        Field f = P.class.getField("f");
        System.out.println(
                f.getAnnotationsByType(Tag.class).length
                        + " "
                        + f.getAnnotation(Tags.class)
                        + " "
                        + f.isAnnotationPresent(Tag.class));
        Method m = P.class.getMethod("m", String.class, int.class, long.class);
        System.out.println(
                Arrays.toString(m.getAnnotations())
                        + " "
                        + Arrays.deepToString(m.getParameterAnnotations())
                        + " "
                        + C.class
                                .getMethod("m", String.class, int.class, long.class)
                                .getAnnotations()
                                .length);
        AnnotatedType t = P.class.getField("t").getAnnotatedType();
        System.out.println(
                t.getAnnotation(T.class).value()
                        + " "
                        + ((AnnotatedParameterizedType) t)
                                .getAnnotatedActualTypeArguments()[0].getAnnotation(T.class)
                        + " "
                        + In.class.getMethod("v").getDefaultValue()
                        + " "
                        + In.class.isAnnotation()
                        + Modifier.toString(In.class.getModifiers()));
        a.is()[0] = 99;
        System.out.println(
                a.is()[0]
                        + " "
                        + Proxy.isProxyClass(a.getClass())
                        + " "
                        + m.getAnnotation(Deprecated.class).since()
                        + m.getAnnotation(Deprecated.class).forRemoval());
    }
}
