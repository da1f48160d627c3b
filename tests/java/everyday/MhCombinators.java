// java.lang.invoke combinators: filter, fold, collect, permute, insert, drop, guard, catch,
// try-finally, spread, zero.
import java.lang.invoke.*;
import java.util.*;
import static java.lang.invoke.MethodHandles.*;
import static java.lang.invoke.MethodType.*;

public class MhCombinators {
    static String s3(String a, int b, long c) {
        return a + "/" + b + "/" + c;
    }

    static int len(String s) {
        return s.length();
    }

    static String boom(String s) throws Exception {
        if (s.isEmpty()) throw new Exception("empty");
        return s;
    }

    static String handler(Exception e, String s) {
        return "caught " + e.getMessage() + s;
    }

    static String clean(Throwable t, String r, String s) {
        return (t == null ? "ok:" : "fail:") + r + s;
    }

    static void say(String s) {
        System.out.print("[" + s + "]");
    }

    public static void main(String[] args) throws Throwable {
        Lookup l = lookup();
        Class<?> T = MhCombinators.class;
        MethodHandle
                s3 =
                        l.findStatic(
                                T,
                                "s3",
                                methodType(String.class, String.class, int.class, long.class)),
                len = l.findStatic(T, "len", methodType(int.class, String.class)),
                boom = l.findStatic(T, "boom", methodType(String.class, String.class)),
                say = l.findStatic(T, "say", methodType(void.class, String.class));
        System.out.println(
                (String) filterArguments(s3, 1, len).invokeExact("a", "four", 9L)
                        + " "
                        + (String) insertArguments(s3, 1, 7, 8L).invokeExact("i")
                        + " "
                        + (String)
                                dropArguments(s3, 1, double.class, Object.class)
                                        .invokeExact("d", 1.0, (Object) null, 2, 3L));
        System.out.println(
                (String)
                                permuteArguments(
                                                s3,
                                                methodType(
                                                        String.class,
                                                        long.class,
                                                        String.class,
                                                        int.class),
                                                1,
                                                2,
                                                0)
                                        .invokeExact(5L, "p", 6)
                        + " "
                        + foldArguments(
                                        s3.asType(
                                                methodType(
                                                        String.class,
                                                        String.class,
                                                        int.class,
                                                        long.class)),
                                        say.asType(methodType(void.class, String.class)))
                                .invoke("f", 1, 2L));
        System.out.println(
                (String)
                                catchException(
                                                boom,
                                                Exception.class,
                                                l.findStatic(
                                                        T,
                                                        "handler",
                                                        methodType(
                                                                String.class,
                                                                Exception.class,
                                                                String.class)))
                                        .invokeExact("")
                        + " "
                        + (String)
                                tryFinally(
                                                boom,
                                                l.findStatic(
                                                        T,
                                                        "clean",
                                                        methodType(
                                                                String.class,
                                                                Throwable.class,
                                                                String.class,
                                                                String.class)))
                                        .invokeExact("tf"));
        try {
            tryFinally(
                            boom,
                            l.findStatic(
                                    T,
                                    "clean",
                                    methodType(
                                            String.class,
                                            Throwable.class,
                                            String.class,
                                            String.class)))
                    .invoke("");
        } catch (Exception e) {
            System.out.println("rethrown " + e.getMessage());
        }
        MethodHandle g =
                guardWithTest(
                        l.findVirtual(String.class, "isEmpty", methodType(boolean.class)),
                        dropArguments(constant(int.class, -1), 0, String.class),
                        len);
        System.out.println((int) g.invokeExact("") + " " + (int) g.invokeExact("xyz"));
        System.out.println(
                (String) s3.asSpreader(Object[].class, 3).invoke(new Object[] {"sp", 1, 2L})
                        + " "
                        + s3.asSpreader(1, Object[].class, 2).invoke("q", new Object[] {3, 4L})
                        + " "
                        + s3.invokeWithArguments(List.of("l", 5, 6L)));
        MethodHandle asList =
                publicLookup()
                        .findStatic(Arrays.class, "asList", methodType(List.class, Object[].class));
        System.out.println(
                asList.invoke(1, 2, 3)
                        + " "
                        + asList.invoke()
                        + " "
                        + asList.asCollector(Object[].class, 2).invoke("a", "b")
                        + " "
                        + asList.isVarargsCollector()
                        + asList.asFixedArity().invoke(new Object[] {1}));
        System.out.println(
                collectArguments(
                                        s3,
                                        0,
                                        l.findVirtual(
                                                String.class,
                                                "concat",
                                                methodType(String.class, String.class)))
                                .invoke("x", "y", 1, 2L)
                        + " "
                        + collectReturnValue(l));
        System.out.println(
                zero(int.class).invoke()
                        + " "
                        + empty(methodType(String.class, int.class)).invoke(3)
                        + " "
                        + identity(double.class).invoke(2.5)
                        + " "
                        + arrayElementGetter(int[].class).invoke(new int[] {4, 5}, 1)
                        + " "
                        + arrayLength(long[].class).invoke(new long[6])
                        + " "
                        + ((String[]) arrayConstructor(String[].class).invoke(2)).length);
        System.out.println(
                explicitCastArguments(len, methodType(byte.class, Object.class))
                                .invoke((Object) "cast")
                        + " "
                        + len.asType(methodType(Object.class, Object.class))
                                .invoke((Object) "abcde")
                        + " "
                        + len.asType(methodType(long.class, String.class)).invoke("ab"));
        System.out.println(
                (int) filterReturnValue(s3, len).invokeExact("z", 1, 2L)
                        + " "
                        + dropReturn(len, 1).type()
                        + " "
                        + s3.bindTo("b").type()
                        + " "
                        + exactInvoker(len.type()).invoke(len, "inv")
                        + " "
                        + invoker(len.type()).invoke(len, "gen"));
        System.out.println(
                throwException(int.class, IllegalStateException.class).type()
                        + " "
                        + insertArguments(
                                        l.findVirtual(
                                                Map.class,
                                                "getOrDefault",
                                                methodType(
                                                        Object.class, Object.class, Object.class)),
                                        0,
                                        Map.of("k", "v"))
                                .invoke((Object) "k", (Object) "d"));
        try {
            throwException(void.class, RuntimeException.class)
                    .invoke(new RuntimeException("thrown"));
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
        }
    }

    static Object collectReturnValue(Lookup l) throws Throwable {
        return filterReturnValue(
                        l.findStatic(
                                Integer.class, "parseInt", methodType(int.class, String.class)),
                        l.findStatic(
                                Integer.class,
                                "toBinaryString",
                                methodType(String.class, int.class)))
                .invoke("10");
    }

    static MethodHandle dropReturn(MethodHandle m, int n) {
        return MethodHandles.dropReturn(m);
    }
}
