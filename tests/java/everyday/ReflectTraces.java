// Reflective calls that fail: wrong arguments, exceptions of targets, their whole traces.
import java.lang.reflect.*; import java.util.*;
public class ReflectTraces {
    static int prim(int x, long y) { return x; }
    static String ref(String s, List<?> l) { return s; }
    static void npe(String s) { s.length(); }
    static void cce(Object o) { String s = (String) o; }
    static void boom() throws Exception { throw new java.io.IOException("b"); }
    static void varg(String s, int... x) {} int inst(int a, int b, int c, int d, double e) { return a; }
    static void st(int x) { throw new StackOverflowError("so"); }
    static char ch(char c) { return c; }
    static boolean bo(boolean b, byte y, short s, float f) { return b; }
    static class C { C(int x) { if (x < 0) throw new IllegalStateException("neg"); } C(String s) { s.length(); }
        C(Object o, int a, int b, int c, long d) {} C() { Object o = 1; String s = (String) o; } }
    static class Init { static { if (true) throw new RuntimeException("clinit"); }
    static void m() {} Init() {} }
    static class Init2 { static { if (true) throw new RuntimeException("clinit2"); } Init2() {} }
    static abstract class Abs { Abs() {} }
    enum E { A }
    interface I { default int d() { throw new RuntimeException("dflt"); } }
    interface T { Object run() throws Throwable; }
    static void t(String n, T r) { try { System.out.println(n + " " + r.run()); } catch (Throwable e) { System.out.print(n + " ");
        e.printStackTrace(System.out); } }
    static void m(String n, T r) {
        try {
            System.out.println(n + " " + r.run());
        } catch (Throwable e) {
            System.out.println(n + " " + e);
        }
    }
    static Method m(String n) { return Arrays.stream(ReflectTraces.class.getDeclaredMethods()).filter(q -> q.getName().equals(n))
                .findFirst().get(); }
    static Constructor<?> c(Class<?>... p) throws Exception { return C.class.getDeclaredConstructor(p); }
    public static void main(String[] a) throws Throwable {
        t("ok", () -> m("prim").invoke(null, 1, 2));
        t("widen", () -> m("prim").invoke(null, (byte) 1, 'c'));
        t("nullprim", () -> m("prim").invoke(null, null, 2L));
        t("mismatch", () -> m("prim").invoke(null, "s", 2L));
        t("narrow", () -> m("prim").invoke(null, 1L, 2L));
        t("few", () -> m("prim").invoke(null, 1));
        t("none", () -> m("prim").invoke(null));
        t("nullarr", () -> m("prim").invoke(null, (Object[]) null));
        t("ref", () -> m("ref").invoke(null, null, null));
        t("refbad", () -> m("ref").invoke(null, "a", "b"));
        t("npe", () -> m("npe").invoke(null, (Object) null));
        t("cce", () -> m("cce").invoke(null, 5));
        t("boom", () -> m("boom").invoke(null));
        t("varg", () -> m("varg").invoke(null, "a", 1));
        t("varg2", () -> m("varg").invoke(null, "a", new int[0]));
        t("inst5", () -> m("inst").invoke(new ReflectTraces(), 1, 2, 3, 4, 5));
        t("inst5bad", () -> m("inst").invoke(new ReflectTraces(), 1, 2, 3, "x", 5));
        t("instnull", () -> m("inst").invoke(null, 1, 2, 3, 4, 5));
        t("instrecv", () -> m("inst").invoke("s", 1, 2, 3, 4, 5));
        t("so", () -> m("st").invoke(null, 1));
        t("ch", () -> m("ch").invoke(null, 5));
        t("bo", () -> m("bo").invoke(null, true, (byte) 1, (byte) 2, 3L));
        t("bobad", () -> m("bo").invoke(null, 1, (byte) 1, (byte) 2, 3L));
        t("cneg", () -> c(int.class).newInstance(-1));
        t("cbad", () -> c(int.class).newInstance("s"));
        t("cnull", () -> c(int.class).newInstance((Object) null));
        t("cnpe", () -> c(String.class).newInstance((Object) null));
        t("ccce", () -> c().newInstance());
        t("cref", () -> c(String.class).newInstance(5));
        t("cfew", () -> c().newInstance(1));
        t("c5", () -> c(Object.class, int.class, int.class, int.class, long.class).newInstance(1, 2, 3, 4, "x"));
        t("init", () -> Init.class.getDeclaredMethod("m").invoke(null));
        t("abs", () -> Abs.class.getDeclaredConstructor().newInstance());
        t("enum", () -> E.class.getDeclaredConstructor(String.class, int.class).newInstance("Q", 1));
        t("dflt", () -> I.class.getMethod("d").invoke(new I() {}));
        t("cs", () -> Class.class.getMethod("forName", String.class).invoke(null, "no.Cls"));
        t("mm", () -> Method.class.getMethod("invoke", Object.class, Object[].class).invoke(m("boom"), null, new Object[0]));
        t("newI", () -> C.class.newInstance());
        t("hc", () -> Object.class.getMethod("toString").invoke(new Object() { public String toString() {
            throw new ArithmeticException("ts"); } }));
        t("priv", () -> String.class.getDeclaredMethod("isLatin1").invoke("s"));
        t("privc", () -> Class.forName("java.util.Optional").getDeclaredConstructor().newInstance());
        t("rec", () -> { for (int i = 0; i < 20; i++) m("prim").invoke(null, i, 2L); return m("boom").invoke(null); });
        m("fld", () -> { Field f = java.util.ArrayList.class.getDeclaredField("size"); return f.getInt(new ArrayList<>()); });
        m("fld2", () -> { Field f = Fi.class.getDeclaredField("x"); f.set(new Fi(), "s"); return 0; });
        m("fld3", () -> Fi.class.getDeclaredField("x").get(null));
        m("fld4", () -> Fi.class.getDeclaredField("x").getByte(new Fi()));
        m("fld5", () -> { Fi.class.getDeclaredField("f").set(new Fi(), 3); return 0; });
        m("fld7", () -> { Fi.class.getDeclaredField("x").set(new Fi(), null); return 0; });
        m("fld8", () -> { Fi.class.getDeclaredField("s").set(null, 5); return 0; });
        m("fld9", () -> { Fi.class.getDeclaredField("sf").set(null, "q"); return 0; });
        m("fldI", () -> Ini3.class.getDeclaredField("v").get(null));
        m("fldc", () -> { Fi.class.getDeclaredField("c").setInt(new Fi(), 3); return 0; });
        Object p = Proxy.newProxyInstance(ReflectTraces.class.getClassLoader(), new Class<?>[] {Runnable.class}, (x, mm, ar) -> {
            throw new Exception("chk"); });
        t("proxy", () -> { ((Runnable) p).run(); return 0; }); m("boom").invoke(null);
    }
    static class Fi { int x; final int f = new Random().nextInt(1);
    static String s;
    static final Object sf = new Object(); char c; }
    static class Ini3 { static int v = Integer.parseInt("x"); }
}
