// MethodHandles and VarHandles in plain use.
import java.lang.invoke.*;
import java.util.*;

public class Handles {
    int f = 1;
    static long s = 2;
    volatile String v = "a";
    final int[] arr = {1, 2, 3};

    int add(int x) {
        return f + x;
    }

    static String cat(String a, Object b) {
        return a + b;
    }

    private int priv() {
        return 99;
    }

    Handles() {}

    Handles(int f) {
        this.f = f;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle add =
                l.findVirtual(Handles.class, "add", MethodType.methodType(int.class, int.class));
        System.out.println(
                (int) add.invokeExact(new Handles(10), 5)
                        + " "
                        + add.invoke(new Handles(), (byte) 7)
                        + " "
                        + add.type());
        MethodHandle cat =
                l.findStatic(
                        Handles.class,
                        "cat",
                        MethodType.methodType(String.class, String.class, Object.class));
        System.out.println(
                (String) cat.invokeExact("x", (Object) 1)
                        + cat.invoke("y", 2)
                        + cat.bindTo("z").invoke('c')
                        + MethodHandles.insertArguments(cat, 1, "ins").invoke("q")
                        + cat.invokeWithArguments("w", 3));
        System.out.println(
                ((Handles)
                                        l.findConstructor(
                                                        Handles.class,
                                                        MethodType.methodType(
                                                                void.class, int.class))
                                                .invokeExact(33))
                                .f
                        + " "
                        + (int)
                                l.findVirtual(
                                                Handles.class,
                                                "priv",
                                                MethodType.methodType(int.class))
                                        .invokeExact(new Handles())
                        + " "
                        + (int)
                                l.findGetter(Handles.class, "f", int.class)
                                        .invokeExact(new Handles(4)));
        try {
            add.invokeExact(new Handles(), 5);
        } catch (WrongMethodTypeException e) {
            System.out.println("WMT");
        }
        try {
            l.findStatic(Handles.class, "none", MethodType.methodType(void.class));
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
        VarHandle f = l.findVarHandle(Handles.class, "f", int.class),
                s = l.findStaticVarHandle(Handles.class, "s", long.class),
                v = l.findVarHandle(Handles.class, "v", String.class),
                a = MethodHandles.arrayElementVarHandle(int[].class);
        Handles h = new Handles();
        System.out.println(
                f.compareAndSet(h, 1, 5)
                        + " "
                        + (int) f.getAndAdd(h, 3)
                        + " "
                        + (int) f.get(h)
                        + " "
                        + (int) f.getVolatile(h)
                        + " "
                        + (long) s.getAndSet(9L)
                        + " "
                        + s.getAcquire()
                        + " "
                        + (String) v.compareAndExchange(h, "a", "b")
                        + v.get(h)
                        + " "
                        + a.weakCompareAndSetPlain(h.arr, 1, 2, 50)
                        + h.arr[1]
                        + " "
                        + (int) a.getAndBitwiseOr(h.arr, 2, 4)
                        + h.arr[2]);
        f.setRelease(h, 77);
        v.setVolatile(h, "zz");
        a.setOpaque(h.arr, 0, -1);
        System.out.println(h.f + h.v + h.arr[0]);
        try {
            a.get(h.arr, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            f.get((Handles) null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        MethodHandle guard =
                MethodHandles.guardWithTest(
                        l.findVirtual(
                                String.class, "isEmpty", MethodType.methodType(boolean.class)),
                        MethodHandles.dropArguments(
                                MethodHandles.constant(String.class, "EMPTY"), 0, String.class),
                        MethodHandles.identity(String.class));
        System.out.println((String) guard.invokeExact("") + (String) guard.invokeExact("full"));
        MethodHandle chain =
                MethodHandles.filterReturnValue(
                        cat,
                        l.findVirtual(String.class, "length", MethodType.methodType(int.class)));
        System.out.println(
                (int) chain.invoke("abc", "de")
                        + " "
                        + MethodHandles.permuteArguments(
                                        cat,
                                        MethodType.methodType(
                                                String.class, Object.class, String.class),
                                        1,
                                        0)
                                .invoke(1, "p"));
    }
}
