// Method handles by hand: lookups and their errors, asType, spread and collect, folding, filters, guards,
// loops, varargs, constants, LambdaMetafactory called directly.
import java.lang.invoke.*;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.*;
import java.util.function.*;
import static java.lang.invoke.MethodType.methodType;

public class HandleEdges {
    static class P {
        private int x = 4;
        protected String prot() { return "prot"; }
        static int twice(int a) { return 2 * a; }
        public String toString() { return "P" + x; }
        P() {}
        P(int x) { this.x = x; }
        static String va(String f, Object... r) { return f + Arrays.toString(r); }
        private String priv(long l, byte b) { return l + ":" + b; }
    }
    static class Q extends P {
        protected String prot() { return "over"; }
        public String toString() { return "Q"; }
        static MethodHandle sup() throws Exception {
            return MethodHandles.lookup().findSpecial(P.class, "toString", methodType(String.class), Q.class);
        }
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " " + b.run());
        } catch (Throwable e) { System.out.println(n + " " + e.getClass().getName() + ": " + e.getMessage()); }
    }
    interface Body {
        Object run() throws Throwable;
    }
    static int boom(int x) {
        if (x > 2) throw new IllegalStateException("boom" + x);
        return x;
    }
    static int recover(IllegalStateException e, int x) { return -x; }
    static int cleanup(Throwable t, int r, int x) {
        System.out.print("[" + (t == null ? "ok" : t.getMessage()) + r + "]");
        return r + 100;
    }
    public static void main(String[] args) throws Throwable {
        Lookup l = MethodHandles.lookup();
        MethodHandle twice = l.findStatic(P.class, "twice", methodType(int.class, int.class)),
                     va = l.findStatic(P.class, "va", methodType(String.class, String.class, Object[].class)),
                     cons = l.findConstructor(P.class, methodType(void.class, int.class)),
                     priv = l.findVirtual(P.class, "priv", methodType(String.class, long.class, byte.class));
        t("exact", () -> (int) twice.invokeExact(4));
        t("wmt", () -> twice.invokeExact(4));
        t("generic", () -> twice.invoke((Object) (byte) 5));
        t("cce", () -> twice.invoke((Object) "s"));
        t("list", () -> twice.invokeWithArguments(List.of(21)));
        t("va",
            ()
                -> va.invoke("f", 1, 2L, 'c') + (String) va.invokeExact("g", new Object[] {0}) + va.invoke("h")
                       + va.invoke("i", (Object) null) + va.isVarargsCollector()
                       + va.asFixedArity().isVarargsCollector());
        t("cons", () -> (P) cons.invokeExact(9));
        t("super", () -> Q.sup().invoke(new Q()));
        t("priv", () -> priv.invoke(new P(), 5, (byte) 1) + "" + priv.type());
        t("nsm", () -> l.findVirtual(P.class, "none", methodType(void.class)));
        t("static", () -> l.findVirtual(P.class, "twice", methodType(int.class, int.class)));
        t("iae",
            ()
                -> MethodHandles.publicLookup().findVirtual(
                    P.class, "priv", methodType(String.class, long.class, byte.class)));
        t("getter", () -> (int) l.findGetter(P.class, "x", int.class).invokeExact(new P(3)));
        t("unref", () -> l.unreflect(Object.class.getDeclaredMethod("clone")));
        t("bindnull", () -> l.bind(null, "x", methodType(void.class)));
        t("asType", () -> (double) twice.asType(methodType(double.class, Integer.class)).invokeExact((Integer) 4));
        t("asTypeBad", () -> twice.asType(methodType(String.class, int.class)));
        t("explicit",
            ()
                -> (byte) MethodHandles.explicitCastArguments(twice, methodType(byte.class, double.class))
                    .invokeExact(200.7));
        t("null unbox", () -> twice.invoke((Integer) null));
        t("spread",
            ()
                -> MethodHandles.insertArguments(priv, 0, new P())
                    .asSpreader(Object[].class, 2)
                    .invoke(new Object[] {1, (byte) 2}));
        t("spreadbad", () -> twice.asSpreader(int[].class, 1).invoke(new int[2]));
        t("collect", () -> va.asCollector(Object[].class, 2).invoke("c", 1, 2));
        t("pos", () -> va.asCollector(1, Object[].class, 0).invoke("z"));
        MethodHandle boom = l.findStatic(HandleEdges.class, "boom", methodType(int.class, int.class)),
                     add = l.findStatic(Integer.class, "sum", methodType(int.class, int.class, int.class)),
                     cat = l.findVirtual(String.class, "concat", methodType(String.class, String.class));
        t("catch",
            ()
                -> (int) MethodHandles
                    .catchException(boom, IllegalStateException.class,
                        l.findStatic(HandleEdges.class, "recover",
                            methodType(int.class, IllegalStateException.class, int.class)))
                    .invokeExact(5));
        MethodHandle fin = MethodHandles.tryFinally(boom,
            l.findStatic(HandleEdges.class, "cleanup", methodType(int.class, Throwable.class, int.class, int.class)));
        t("finally", () -> fin.invoke(1));
        t("finally", () -> fin.invoke(7));
        t("fold", () -> MethodHandles.foldArguments(add, twice).invoke(5));
        t("filter",
            () -> MethodHandles.filterReturnValue(MethodHandles.filterArguments(add, 1, twice), twice).invoke(1, 2));
        t("permute",
            ()
                -> MethodHandles
                    .permuteArguments(cat, methodType(String.class, String.class, int.class, String.class), 2, 0)
                    .invoke("a", 1, "b"));
        t("guard",
            ()
                -> MethodHandles
                           .guardWithTest(l.findVirtual(String.class, "isEmpty", methodType(boolean.class)),
                               MethodHandles.dropArguments(
                                   MethodHandles.constant(String.class, "empty"), 0, String.class),
                               MethodHandles.identity(String.class))
                           .invoke("")
                       + "" + MethodHandles.zero(long.class).invoke()
                       + MethodHandles.empty(methodType(char.class, int.class)).invoke(1).hashCode());
        t("loop",
            ()
                -> MethodHandles
                    .countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 1),
                        l.findStatic(Math.class, "multiplyExact", methodType(int.class, int.class, int.class))
                            .asType(methodType(int.class, int.class, int.class)))
                    .invoke());
        t("iter",
            ()
                -> MethodHandles
                    .iteratedLoop(null, MethodHandles.constant(String.class, ""),
                        l.findVirtual(String.class, "concat", methodType(String.class, String.class)))
                    .type());
        t("switch",
            ()
                -> MethodHandles
                    .tableSwitch(MethodHandles.dropArguments(MethodHandles.constant(String.class, "d"), 0, int.class),
                        MethodHandles.dropArguments(MethodHandles.constant(String.class, "z"), 0, int.class),
                        MethodHandles.dropArguments(MethodHandles.constant(String.class, "o"), 0, int.class))
                    .invoke(1));
        t("arr", () -> {
            MethodHandle s = MethodHandles.arrayElementSetter(long[].class);
            long[] a = new long[2];
            s.invoke(a, 1, 7);
            return (long) MethodHandles.arrayElementGetter(long[].class).invokeExact(a, 1)
                + (int) MethodHandles.arrayLength(long[].class).invokeExact(a);
        });
        t("throw", () -> MethodHandles.throwException(int.class, Exception.class).invoke(new Exception("thrown")));
        CallSite cs = LambdaMetafactory.metafactory(l, "apply", methodType(Function.class, String.class),
            methodType(Object.class, Object.class), cat, methodType(String.class, String.class));
        @SuppressWarnings("unchecked")
        Function<Object, Object> f = (Function<Object, Object>) cs.getTarget().invokeExact("pre-");
        System.out.println(f.apply("x") + " " + f.getClass().isHidden());
        t("lmf cce", () -> f.apply(5));
        t("lmf bad",
            ()
                -> LambdaMetafactory.metafactory(l, "apply", methodType(Function.class),
                    methodType(Object.class, Object.class), twice, methodType(String.class, String.class)));
        CallSite alt =
            LambdaMetafactory.altMetafactory(l, "run", methodType(Runnable.class, P.class), methodType(void.class),
                l.findVirtual(Object.class, "toString", methodType(String.class))
                        .asType(methodType(String.class, P.class))
                        .isVarargsCollector()
                    ? null
                    : l.findVirtual(P.class, "toString", methodType(String.class)),
                methodType(void.class), LambdaMetafactory.FLAG_MARKERS, 1, Comparable.class);
        System.out.println(alt.getTarget().invoke(new P()) instanceof Comparable);
        MutableCallSite mcs = new MutableCallSite(methodType(int.class, int.class));
        mcs.setTarget(twice);
        MethodHandle dyn = mcs.dynamicInvoker();
        System.out.print((int) dyn.invokeExact(4) + " ");
        mcs.setTarget(MethodHandles.identity(int.class));
        System.out.println((int) dyn.invokeExact(4) + " " + new ConstantCallSite(twice).getTarget().equals(twice));
        SwitchPoint sp = new SwitchPoint();
        MethodHandle w = sp.guardWithTest(twice, MethodHandles.identity(int.class));
        System.out.print(w.invoke(3));
        SwitchPoint.invalidateAll(new SwitchPoint[] {sp});
        System.out.println(w.invoke(3) + " " + sp.hasBeenInvalidated());
        Comparator<Object> cmp = MethodHandleProxies.asInterfaceInstance(Comparator.class,
            l.findStatic(HandleEdges.class, "cmp", methodType(int.class, Object.class, Object.class)));
        System.out.println(cmp.compare("aa", "b") + " " + MethodHandleProxies.isWrapperInstance(cmp));
        MethodHandleInfo info = l.revealDirect(priv);
        System.out.println(info + " " + MethodHandleInfo.referenceKindToString(info.getReferenceKind()) + twice + va
                           + cons.type().wrap().toMethodDescriptorString()
                           + methodType(void.class, int[].class, String.class)
                               .dropParameterTypes(0, 1)
                               .appendParameterTypes(long.class)
                               .changeReturnType(Object.class)
                               .generic()
                           + methodType(int.class).hasPrimitives());
        t("desc", () -> MethodType.fromMethodDescriptorString("(IJ[[Ljava/util/List;)V", null));
        t("descbad", () -> MethodType.fromMethodDescriptorString("(I", null));
        Lookup pl = MethodHandles.privateLookupIn(P.class, l);
        System.out.println(pl + " " + l.dropLookupMode(Lookup.PRIVATE) + " " + pl.lookupClass()
                           + l.in(String.class).lookupModes() + MethodHandles.publicLookup());
        t("ensure", () -> l.ensureInitialized(P.class));
        t("findClass", () -> l.findClass("HandleEdges$Q"));
        t("accessClass", () -> MethodHandles.publicLookup().accessClass(P.class));
    }
    static int cmp(Object a, Object b) { return a.toString().length() - b.toString().length(); }
}
