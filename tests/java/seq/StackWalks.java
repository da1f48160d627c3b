// Stack traces as data: StackTraceElement, StackWalker, Thread.getStackTrace, lambdas and
// constructors in them.
import java.util.*;
import java.util.stream.*;

public class StackWalks {
    static class C {
        final StackTraceElement[] st;

        C() {
            st = new Throwable().getStackTrace();
        }
    }

    static StackTraceElement[] viaInit = new Throwable().getStackTrace();

    static String fmt(StackTraceElement e) {
        return e.getClassName()
                + "."
                + e.getMethodName()
                + ":"
                + e.getLineNumber()
                + (e.isNativeMethod() ? "N" : "");
    }

    static List<String> walk() {
        return StackWalker.getInstance()
                .walk(
                        s ->
                                s.filter(f -> f.getClassName().startsWith("StackWalks"))
                                        .map(f -> f.getMethodName() + ":" + f.getLineNumber())
                                        .collect(Collectors.toList()));
    }

    static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }

    static int rec(int n, List<String> out) {
        if (n == 0) {
            for (StackTraceElement e : Thread.currentThread().getStackTrace()) out.add(fmt(e));
            return 0;
        }
        return rec(n - 1, out) + 1;
    }

    interface Dm {
        default StackTraceElement here() {
            return new Throwable().getStackTrace()[0];
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(
                fmt(new C().st[0])
                        + " "
                        + fmt(new C().st[1])
                        + " "
                        + viaInit.length
                        + fmt(viaInit[0]));
        List<String> l = new ArrayList<>();
        rec(3, l);
        System.out.println(l);
        System.out.println(walk());
        Supplier3 s = () -> walk();
        System.out.println(s.get() + " " + caller());
        System.out.println(fmt(new Dm() {}.here()) + " " + new Dm() {}.here());
        Throwable t = new Throwable("x").fillInStackTrace();
        System.out.println(t.getStackTrace().length);
        List<String> hidden = new ArrayList<>();
        List.of(1)
                .forEach(
                        x -> {
                            for (StackTraceElement e : new Throwable().getStackTrace())
                                hidden.add(e.getMethodName());
                        });
        System.out.println(hidden);
        try {
            StackWalks.class.getMethod("boom", int.class).invoke(null, 0);
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(
                    e.getCause()
                            + " "
                            + fmt(e.getCause().getStackTrace()[0])
                            + " "
                            + e.getCause().getStackTrace()[0].getModuleName()
                            + e.getCause().getStackTrace()[0].getFileName());
        }
        StackTraceElement e = "x".getClass().getName().length() > 0 ? ste() : null;
        System.out.println(
                e.getModuleName()
                        + " "
                        + e.getClassName()
                        + " "
                        + e.getMethodName()
                        + " "
                        + e.getFileName()
                        + " "
                        + e.getClassLoaderName());
        StackTraceElement a = new StackTraceElement("app", "mod", "1.0", "a.B", "m", "B.java", 5);
        System.out.println(
                a
                        + " "
                        + a.equals(
                                new StackTraceElement(
                                        "app", "mod", "1.0", "a.B", "m", "B.java", 5)));
        Thread th = new Thread(() -> System.out.println(walk()));
        th.start();
        th.join();
        System.out.println(
                StackWalker.getInstance().walk(st -> st.skip(0).findFirst()).get().toString());
        Thread.dumpStack();
    }

    static StackTraceElement ste() {
        try {
            Integer.parseInt("");
        } catch (NumberFormatException e) {
            return e.getStackTrace()[e.getStackTrace().length - 3];
        }
        return null;
    }

    public static int boom(int z) {
        return 1 / z;
    }

    interface Supplier3 {
        List<String> get();
    }
}
