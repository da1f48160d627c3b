// Bootstrap methods that fail: the next use of the call site or constant meets the same error and does not call them
// again (JVMS 5.4.3.6); HotSpot keeps LinkageErrors only. With the argument "race": two threads use a site first.
import java.lang.invoke.*;
import java.lang.reflect.InvocationTargetException;

public class Failing {
    static volatile int calls;

    static String next(String what) { return what + " " + ++calls; }
    static CallSite site(Object value) {
        return new ConstantCallSite(MethodHandles.constant(value.getClass(), value));
    }

    static CallSite exception(MethodHandles.Lookup l, String name, MethodType t) {
        throw new IllegalStateException(next("site"));
    }
    static CallSite error(MethodHandles.Lookup l, String name, MethodType t) { throw new AssertionError(next("site")); }
    static CallSite linkage(MethodHandles.Lookup l, String name, MethodType t) {
        throw new IncompatibleClassChangeError(next("site"));
    }
    static CallSite wrong(MethodHandles.Lookup l, String name, MethodType t) {
        calls++;
        return site(5);
    }
    static CallSite fine(MethodHandles.Lookup l, String name, MethodType t) { return site(next("site")); }
    /* Uses the site while it is linked: the inner use is done first. */
    static CallSite first(MethodHandles.Lookup l, String name, MethodType t) {
        if (++calls == 1) Sites.site_first();
        return site(next("linked"));
    }
    static CallSite race(MethodHandles.Lookup l, String name, MethodType t) { return site(next("race")); }

    static Object exception(MethodHandles.Lookup l, String name, Class<?> t) {
        throw new IllegalStateException(next("constant"));
    }
    static Object error(MethodHandles.Lookup l, String name, Class<?> t) { throw new AssertionError(next("constant")); }
    static Object linkage(MethodHandles.Lookup l, String name, Class<?> t) {
        throw new IncompatibleClassChangeError(next("constant"));
    }
    static Object wrong(MethodHandles.Lookup l, String name, Class<?> t) {
        calls++;
        return 5;
    }
    static Object fine(MethodHandles.Lookup l, String name, Class<?> t) {
        calls++;
        return null; /* a constant all the same */
    }
    static Object first(MethodHandles.Lookup l, String name, Class<?> t) { return next("constant"); }
    static Object race(MethodHandles.Lookup l, String name, Class<?> t) { return next("race"); }

    static void use(String method) throws ReflectiveOperationException {
        try {
            System.out.println("  " + Sites.class.getDeclaredMethod(method).invoke(null));
        } catch (InvocationTargetException e) {
            System.out.println("  " + e.getCause());
        }
    }

    static void race(boolean constant) throws InterruptedException {
        String[] seen = new String[2];
        Thread[] users = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            users[i] = new Thread(() -> seen[me] = constant ? Sites.constant_race() : Sites.site_race());
        }
        for (Thread t : users) t.start();
        for (Thread t : users) t.join();
        System.out.println(calls + " calls, " + (seen[0] == seen[1] ? "one value" : "two values"));
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            race(args[0].equals("constant"));
            return;
        }
        for (String form : new String[] {"site_", "constant_"})
            for (String kind : new String[] {"exception", "error", "linkage", "missing", "wrong", "fine", "first"}) {
                calls = 0;
                for (int i = 0; i < 3; i++) use(form + kind);
                System.out.println(form + kind + ": " + calls + " calls");
            }
    }
}
