// VarHandles with exact and generic behaviour: which calls they take, and the complaints about the others.
import java.lang.invoke.*;

public class ExactHandles {
    int i = 1;
    long l = 2;
    String s = "s";
    static short sh = 3;
    Object o = "o";
    interface Body {
        Object run() throws Throwable;
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " " + b.run());
        } catch (Throwable e) { System.out.println(n + " " + e.getClass().getName() + ": " + e.getMessage()); }
    }
    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup k = MethodHandles.lookup();
        ExactHandles h = new ExactHandles();
        VarHandle i = k.findVarHandle(ExactHandles.class, "i", int.class),
                  l = k.findVarHandle(ExactHandles.class, "l", long.class);
        VarHandle s = k.findVarHandle(ExactHandles.class, "s", String.class),
                  sh = k.findStaticVarHandle(ExactHandles.class, "sh", short.class);
        VarHandle ei = i.withInvokeExactBehavior(), es = s.withInvokeExactBehavior(), el = l.withInvokeExactBehavior(),
                  esh = sh.withInvokeExactBehavior();
        t("generic short", () -> {
            i.set(h, (short) 5);
            return h.i;
        });
        t("exact short", () -> {
            ei.set(h, (short) 6);
            return h.i;
        });
        t("exact int", () -> {
            ei.set(h, 7);
            return h.i;
        });
        t("exact get long", () -> (long) ei.get(h));
        t("exact get int", () -> (int) ei.get(h));
        t("generic get long", () -> (long) i.get(h));
        t("exact dropped", () -> {
            ei.getAndAdd(h, 3);
            return h.i;
        });
        t("generic dropped", () -> {
            i.getAndAdd(h, 3);
            return h.i;
        });
        t("exact object", () -> {
            es.set(h, (Object) "x");
            return h.s;
        });
        t("exact string", () -> {
            es.set(h, "y");
            return h.s;
        });
        t("exact get object", () -> es.get(h));
        t("exact get string", () -> (String) es.get(h));
        t("exact null receiver", () -> (String) es.get((ExactHandles) null));
        t("exact cas", () -> el.compareAndSet(h, 2, 3));
        t("exact cas long", () -> el.compareAndSet(h, 2L, 3L) + " " + h.l);
        t("exact static", () -> (int) (short) esh.getAndSet((short) 9) + sh());
        t("exact static int", () -> {
            esh.set(9);
            return sh;
        });
        t("generic boxed", () -> {
            i.set(h, (Integer) 70);
            return h.i;
        });
        t("generic wrong", () -> {
            i.set(h, "no");
            return h.i;
        });
        t("generic too wide", () -> {
            i.set(h, 5L);
            return h.i;
        });
        t("generic count", () -> {
            i.set(h);
            return h.i;
        });
        t("generic receiver", () -> (int) i.get("no"));
        t("generic receiver object", () -> (int) i.get((Object) "no"));
        t("array", () -> {
            MethodHandles.arrayElementVarHandle(int[].class).set(new int[1], 0, "x");
            return 0;
        });
        t("array exact", () -> {
            MethodHandles.arrayElementVarHandle(int[].class).withInvokeExactBehavior().set(new int[1], (short) 0, 1);
            return 0;
        });
        t("view", () -> {
            MethodHandles.byteArrayViewVarHandle(short[].class, java.nio.ByteOrder.BIG_ENDIAN).set(new byte[4], 1, 5);
            return 0;
        });
        t("unsupported", () -> s.getAndAdd(h, "x"));
        t("back", () -> {
            ei.withInvokeBehavior().set(h, (byte) 1);
            return h.i + " " + ei.hasInvokeExactBehavior() + i.hasInvokeExactBehavior();
        });
    }
    static int sh() { return sh; }
}
