// What classes say of themselves: members of odd kinds, bridges, synthetic accessors, inner and local
// names, arrays, type tokens, modifiers, inheritance walks.
import java.lang.reflect.*;
import java.util.*;
import java.util.stream.*;

public class ClassWorld<T extends Comparable<? super T> & java.io.Serializable> {
    static abstract class Shape implements Comparable<Shape> {
        abstract double area();
        public int compareTo(Shape o) { return Double.compare(area(), o.area()); }
        protected Number id() { return 1; }
    }
    static class Sq extends Shape {
        double area() { return 4; }
        @Override
        protected Integer id() {
            return 2;
        }
    }
    class Inner {
        class Deep {
            T t;
        }
    }
    interface Fn<A, R extends List<? extends A>> {
        R apply(A a) throws CloneNotSupportedException;
    }
    @FunctionalInterface
    interface Void0 {
        strictfp default void m() {}
        void n();
        private void p() {}
        static void s() {}
    }
    enum E {
        X {
            void f() {}
        },
        Y;
        void f() {}
    }
    @interface Ann {}
    record R(int a, @Deprecated String... b) {
        R {}
        static int s;
    }
    transient volatile int tv;
    static final synchronized native void nat();
    Map<? super T, int[]>[] field;
    T[] tarr;
    interface List<Z> {
        class Foo {}
    }
    static String sig(Class<?> c) {
        return Modifier.toString(c.getModifiers()) + " " + c.toGenericString() + (c.isInterface() ? "I" : "")
            + (c.isEnum() ? "E" : "") + (c.isAnnotation() ? "A" : "") + (c.isRecord() ? "R" : "")
            + (c.isSynthetic() ? "S" : "") + (c.isMemberClass() ? "m" : "") + (c.isLocalClass() ? "l" : "")
            + (c.isAnonymousClass() ? "a" : "") + (c.isArray() ? "[" : "") + (c.isPrimitive() ? "p" : "")
            + (c.isSealed() ? "s" : "") + (c.isHidden() ? "h" : "") + "|" + c.getSimpleName() + "|"
            + c.getCanonicalName() + "|" + c.getTypeName() + "|" + c.getPackageName() + "|" + c.descriptorString() + "|"
            + c.getSuperclass() + "|" + c.getGenericSuperclass() + "|" + Arrays.toString(c.getGenericInterfaces()) + "|"
            + c.getEnclosingClass() + "|" + c.getDeclaringClass() + "|" + c.getNestHost().getSimpleName() + "|"
            + c.componentType() + "|" + c.arrayType().getName();
    }
    public static void main(String[] args) throws Exception {
        class Local<Q> {
            Q q;
        }
        Object anon = new Object() { int extra; };
        Runnable lam = () -> {};
        for (Class<?> c :
            new Class<?>[] {ClassWorld.class, Shape.class, Sq.class, Fn.class, Void0.class, E.class, E.X.getClass(),
                Ann.class, R.class, Local.class, anon.getClass(), int.class, void.class, long[][].class, E[].class,
                Map.Entry.class, Override.class, Thread.State.class, String.class, Iterable.class})
            System.out.println(sig(c));
        for (Class<?> c : new Class<?>[] {Shape.class, Sq.class, R.class, Void0.class, Fn.class, E.class})
            System.out.println(c.getSimpleName()
                               + Arrays.stream(c.getDeclaredMethods())
                                   .map(m
                                       -> m.toGenericString() + (m.isBridge() ? "B" : "") + (m.isSynthetic() ? "S" : "")
                                              + (m.isDefault() ? "D" : "") + (m.isVarArgs() ? "V" : ""))
                                   .sorted()
                                   .toList()
                               + Arrays.stream(c.getDeclaredConstructors())
                                   .map(x -> x.toGenericString() + x.getParameterCount() + x.isVarArgs())
                                   .sorted()
                                   .toList()
                               + Arrays.stream(c.getDeclaredFields())
                                   .map(x -> x.toGenericString() + x.isEnumConstant() + x.isSynthetic())
                                   .sorted()
                                   .toList());
        for (String f : new String[] {"tv", "field", "tarr"}) {
            Field x = ClassWorld.class.getDeclaredField(f);
            System.out.println(
                x + " " + x.toGenericString() + " " + x.getGenericType().getClass().getSimpleName() + x.getModifiers());
        }
        Method nat = ClassWorld.class.getDeclaredMethod("nat");
        System.out.println(nat + "" + Modifier.isNative(nat.getModifiers()));
        try {
            nat();
        } catch (UnsatisfiedLinkError e) { System.out.println(e.getMessage()); }
        try {
            nat.invoke(null);
        } catch (InvocationTargetException e) { System.out.println(e.getCause()); }
        System.out.println(new TreeSet<>(Arrays.stream(Sq.class.getMethods()).map(Method::getName).toList()) + ""
                           + Integer.class.isInstance(5) + Number.class.isAssignableFrom(Integer.class)
                           + int.class.isAssignableFrom(short.class) + Object[].class.isAssignableFrom(String[].class)
                           + Object.class.isAssignableFrom(int[].class) + Cloneable.class.isAssignableFrom(int[].class)
                           + Integer.class.cast(4) + Sq.class.asSubclass(Shape.class).getSimpleName());
        try {
            String.class.cast(4);
        } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        try {
            Sq.class.asSubclass(R.class);
        } catch (ClassCastException e) { System.out.println(e); }
        System.out.println(
            Local.class.getEnclosingMethod() + "" + anon.getClass().getEnclosingMethod()
            + lam.getClass().getInterfaces()[0] + Arrays.toString(E.class.getEnumConstants()) + E.X.getDeclaringClass()
            + Sq.class.getMethod("compareTo", Object.class).invoke(new Sq(), new Sq())
            + Array.newInstance(E.class, 2).getClass().getSimpleName() + int[].class.getInterfaces().length
            + void.class.getName() + Class.forName("[I").getName()
            + Class.forName("[Ljava.lang.String;").getComponentType() + new int[0].getClass().getMethods().length
            + new ArrayList<>() {}.getClass().getGenericSuperclass()
            + Stream.of(R.class.getRecordComponents())
                .map(c
                    -> c.getName() + c.getType().getSimpleName()
                           + c.getAccessor().isAnnotationPresent(Deprecated.class))
                .toList());
        System.out.println(Parameter.class.getSimpleName() + R.class.getDeclaredConstructors()[0].getParameters()[1]
                           + R.class.getDeclaredConstructors()[0].getParameters()[0].isNamePresent());
    }
}
