// Stack traces, StackWalker, caller classes, line numbers through lambdas, constructors,
// initializers and reflection.
import java.util.*;
import java.util.stream.*;

public class StackInfo {
    static List<String> walk() {
        return StackWalker.getInstance()
                .walk(
                        s ->
                                s.map(f -> f.getMethodName() + ":" + f.getLineNumber())
                                        .collect(Collectors.toList()));
    }

    static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    static class Inner {
        final List<String> l;

        Inner() {
            l = walk();
        }

        static Class<?> ask() {
            return caller();
        }
    }

    static final List<String> INIT = walk();

    static void thrower(int n) {
        if (n > 0) {
            thrower(n - 1);
            return;
        }
        throw new UnsupportedOperationException("deep");
    }

    public static void main(String[] args) throws Exception {
        System.out.println(walk() + " " + new Inner().l + INIT + Inner.ask());
        Runnable r =
                () ->
                        System.out.println(
                                walk().get(1).startsWith("lambda$main") + " " + walk().size());
        r.run();
        try {
            Stream.of(1)
                    .map(
                            x -> {
                                thrower(1);
                                return x;
                            })
                    .toList();
        } catch (UnsupportedOperationException e) {
            StackTraceElement[] t = e.getStackTrace();
            System.out.println(
                    t[0]
                            + " "
                            + t[1]
                            + " "
                            + t[t.length - 1]
                            + " "
                            + t[0].isNativeMethod()
                            + t[3].getModuleName());
        }
        try {
            StackInfo.class.getDeclaredMethod("thrower", int.class).invoke(null, 0);
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(e.getCause().getStackTrace()[0].getLineNumber());
        }
        System.out.println(
                Thread.currentThread().getStackTrace()[1].getMethodName()
                        + new Throwable().getStackTrace().length
                        + Thread.getAllStackTraces().containsKey(Thread.currentThread()));
        new Exception("printed").printStackTrace();
        Thread t =
                new Thread(
                        () -> {
                            throw new Error("uncaught", new RuntimeException("because"));
                        },
                        "T1");
        t.start();
        t.join();
        Comparator<String> c =
                (a, b) -> {
                    throw new IllegalStateException();
                };
        try {
            new TreeSet<>(c).add("x");
        } catch (IllegalStateException e) {
            System.out.println(e.getStackTrace()[e.getStackTrace().length - 1].getMethodName());
        }
        assert args.length == 0 : "no";
        try {
            assert args.length == 1 : "asserted " + args.length;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
    }
}
