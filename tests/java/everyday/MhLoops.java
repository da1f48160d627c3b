// Loop combinators, switches over handles, recursion, handles to fields, constructors, super
// methods and private members.
import java.lang.invoke.*;
import java.util.*;
import static java.lang.invoke.MethodHandles.*;
import static java.lang.invoke.MethodType.*;

public class MhLoops {
    static int step(int acc, int i) {
        return acc * 2 + i;
    }

    static boolean less(int acc) {
        return acc < 100;
    }

    static int inc(int acc) {
        return acc + 7;
    }

    static String add(String acc, String e) {
        return acc + "," + e;
    }

    static class P {
        protected String who() {
            return "P";
        }

        int pf = 3;
        static long sf = 4;
    }

    static class Q extends P {
        protected String who() {
            return "Q";
        }

        static MethodHandle sup() throws Exception {
            return lookup().findSpecial(P.class, "who", methodType(String.class), Q.class);
        }

        private Q() {}

        private Q(int a, String b) {
            pf = a + b.length();
        }
    }

    interface D {
        default String d() {
            return "D.d";
        }
    }

    public static void main(String[] args) throws Throwable {
        Lookup l = lookup();
        Class<?> T = MhLoops.class;
        MethodHandle step = l.findStatic(T, "step", methodType(int.class, int.class, int.class)),
                less = l.findStatic(T, "less", methodType(boolean.class, int.class)),
                inc = l.findStatic(T, "inc", methodType(int.class, int.class)),
                add = l.findStatic(T, "add", methodType(String.class, String.class, String.class));
        System.out.println(
                (int)
                                countedLoop(constant(int.class, 5), constant(int.class, 1), step)
                                        .invokeExact()
                        + " "
                        + (int)
                                countedLoop(
                                                constant(int.class, 2),
                                                constant(int.class, 6),
                                                constant(int.class, 0),
                                                step)
                                        .invokeExact());
        System.out.println(
                (int) whileLoop(constant(int.class, 3), less, inc).invokeExact()
                        + " "
                        + (int) doWhileLoop(constant(int.class, 200), inc, less).invokeExact());
        System.out.println(
                (String)
                        iteratedLoop(
                                        null,
                                        constant(String.class, "s"),
                                        add.asType(
                                                methodType(
                                                        String.class, String.class, String.class)))
                                .invoke(new ArrayList<>(List.of("a", "b"))));
        System.out.println(
                Q.sup().invoke(new Q())
                        + " "
                        + l.findVirtual(P.class, "who", methodType(String.class))
                                .invoke((P) new Q())
                        + " "
                        + l.findVirtual(D.class, "d", methodType(String.class)).invoke(new D() {}));
        MethodHandle ctor =
                l.findConstructor(Q.class, methodType(void.class, int.class, String.class));
        Q q = (Q) ctor.invokeExact(5, "abc");
        System.out.println(
                (int) l.findGetter(P.class, "pf", int.class).invoke(q)
                        + " "
                        + l.findStaticGetter(P.class, "sf", long.class).invoke());
        l.findSetter(P.class, "pf", int.class).invoke(q, 50);
        l.findStaticSetter(P.class, "sf", long.class).invokeExact(60L);
        System.out.println(
                q.pf
                        + " "
                        + P.sf
                        + " "
                        + l.unreflect(MhLoops.class.getDeclaredMethod("inc", int.class)).invoke(1)
                        + " "
                        + l.unreflectGetter(P.class.getDeclaredField("pf")).invoke(q)
                        + " "
                        + l.unreflectConstructor(ArrayList.class.getConstructor(int.class))
                                .invoke(3));
        MethodHandle toStr = l.findVirtual(Object.class, "toString", methodType(String.class)),
                hc = l.findVirtual(Object.class, "hashCode", methodType(int.class)),
                gc = l.findVirtual(Object.class, "getClass", methodType(Class.class));
        System.out.println(
                (String) toStr.invokeExact((Object) List.of(1))
                        + " "
                        + (int) hc.invokeExact((Object) "ab")
                        + " "
                        + gc.invoke("s")
                        + " "
                        + l.findVirtual(int[].class, "clone", methodType(Object.class)).type());
        for (Object[] bad :
                new Object[][] {
                    {"nope", methodType(void.class)},
                    {"inc", methodType(long.class, int.class)},
                    {"who", methodType(String.class)}
                })
            try {
                l.findStatic(T, (String) bad[0], (MethodType) bad[1]);
            } catch (NoSuchMethodException | IllegalAccessException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        try {
            publicLookup().findStatic(T, "inc", methodType(int.class, int.class));
        } catch (IllegalAccessException e) {
            System.out.println("IAE " + e.getMessage());
        }
        try {
            Object r = inc.invokeExact("x");
        } catch (WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        try {
            inc.invoke("x");
        } catch (WrongMethodTypeException | ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            inc.invoke();
        } catch (WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        try {
            toStr.invoke((Object) null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        System.out.println(
                inc
                        + " "
                        + inc.type().parameterList()
                        + " "
                        + genericMethodType(2, true)
                        + " "
                        + fromMethodDescriptorString("(I[J)V", null).toMethodDescriptorString()
                        + " "
                        + inc.type().wrap()
                        + inc.type().erase()
                        + " "
                        + l.revealDirect(inc).getName()
                        + MethodHandleInfo.referenceKindToString(
                                l.revealDirect(inc).getReferenceKind()));
        MutableCallSite cs = new MutableCallSite(inc);
        MethodHandle dyn = cs.dynamicInvoker();
        int a = (int) dyn.invokeExact(1);
        cs.setTarget(MethodHandles.dropArguments(constant(int.class, 99), 0, int.class));
        System.out.println(
                a
                        + " "
                        + (int) dyn.invokeExact(1)
                        + " "
                        + new ConstantCallSite(inc).getTarget().type());
        SwitchPoint sp = new SwitchPoint();
        MethodHandle sw =
                sp.guardWithTest(
                        constant(String.class, "valid"), constant(String.class, "fallback"));
        String before = (String) sw.invokeExact();
        SwitchPoint.invalidateAll(new SwitchPoint[] {sp});
        System.out.println(before + " " + (String) sw.invokeExact() + sp.hasBeenInvalidated());
        System.out.println(
                MethodHandleProxies.asInterfaceInstance(
                                Comparator.class,
                                l.findVirtual(
                                        String.class,
                                        "compareTo",
                                        methodType(int.class, String.class)))
                        .compare("a", "b"));
    }
}
