// java.lang.invoke used by the program: metafactories called directly, mutable and volatile call
// sites, switch points, class values, proxies for handles, hidden classes' lookups, unreflecting,
// constants.
import java.lang.constant.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;

public class HandlesFactory {
    static int add(int a, int b) {
        return a + b;
    }

    private String priv(String s) {
        return "p" + s;
    }

    static String lazy(Object o) {
        return "lazy" + o;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle add =
                l.findStatic(
                        HandlesFactory.class,
                        "add",
                        MethodType.methodType(int.class, int.class, int.class));
        CallSite cs =
                LambdaMetafactory.metafactory(
                        l,
                        "applyAsInt",
                        MethodType.methodType(IntBinaryOperator.class),
                        MethodType.methodType(int.class, int.class, int.class),
                        add,
                        MethodType.methodType(int.class, int.class, int.class));
        System.out.println(((IntBinaryOperator) cs.getTarget().invokeExact()).applyAsInt(2, 3));
        System.out.println(
                (String)
                        StringConcatFactory.makeConcatWithConstants(
                                        l,
                                        "x",
                                        MethodType.methodType(
                                                String.class, int.class, Object.class),
                                        "<\1|\1>")
                                .getTarget()
                                .invokeExact(7, (Object) "o"));
        MutableCallSite m = new MutableCallSite(MethodHandles.constant(String.class, "one"));
        MethodHandle dyn = m.dynamicInvoker();
        System.out.print((String) dyn.invokeExact() + " ");
        m.setTarget(MethodHandles.constant(String.class, "two"));
        MutableCallSite.syncAll(new MutableCallSite[] {m});
        System.out.println((String) dyn.invokeExact());
        SwitchPoint sp = new SwitchPoint();
        MethodHandle g =
                sp.guardWithTest(
                        MethodHandles.constant(int.class, 1), MethodHandles.constant(int.class, 2));
        System.out.print((int) g.invokeExact());
        SwitchPoint.invalidateAll(new SwitchPoint[] {sp});
        System.out.println((int) g.invokeExact() + "" + sp.hasBeenInvalidated());
        ClassValue<Integer> cv =
                new ClassValue<>() {
                    int n;

                    protected Integer computeValue(Class<?> c) {
                        return ++n * 10 + c.getSimpleName().length();
                    }
                };
        System.out.println(
                cv.get(String.class) + " " + cv.get(String.class) + " " + cv.get(int.class));
        cv.remove(String.class);
        System.out.println(cv.get(String.class));
        Comparator<String> c =
                MethodHandleProxies.asInterfaceInstance(
                        Comparator.class,
                        l.findVirtual(
                                        String.class,
                                        "compareTo",
                                        MethodType.methodType(int.class, String.class))
                                .asType(
                                        MethodType.methodType(
                                                int.class, Object.class, Object.class)));
        System.out.println(c.compare("a", "c") + " " + MethodHandleProxies.isWrapperInstance(c));
        System.out.println(
                (String)
                                l.unreflect(
                                                HandlesFactory.class.getDeclaredMethod(
                                                        "priv", String.class))
                                        .invoke(new HandlesFactory(), "z")
                        + l.revealDirect(add).getName()
                        + l.revealDirect(add).getReferenceKind());
        try {
            MethodHandles.publicLookup()
                    .findVirtual(
                            HandlesFactory.class,
                            "priv",
                            MethodType.methodType(String.class, String.class));
        } catch (IllegalAccessException e) {
            System.out.println("iae");
        }
        MethodHandle chain =
                MethodHandles.filterReturnValue(
                        MethodHandles.insertArguments(add, 0, 40),
                        l.findStatic(
                                        HandlesFactory.class,
                                        "lazy",
                                        MethodType.methodType(String.class, Object.class))
                                .asType(MethodType.methodType(String.class, int.class)));
        System.out.println((String) chain.invokeExact(2) + chain.type());
        MethodHandle col = MethodHandles.arrayConstructor(int[].class);
        System.out.println(
                ((int[]) col.invokeExact(4)).length
                        + " "
                        + (int) MethodHandles.arrayLength(int[].class).invokeExact(new int[6])
                        + (int)
                                MethodHandles.arrayElementGetter(int[].class)
                                        .invokeExact(new int[] {9}, 0));
        MethodHandle va =
                l.findVirtual(
                        String.class,
                        "formatted",
                        MethodType.methodType(String.class, Object[].class));
        System.out.println(
                (String) va.invoke("%s-%s", 1, 'c')
                        + add.asSpreader(Object[].class, 2).invoke(new Object[] {5, 6})
                        + va.isVarargsCollector()
                        + add.invokeWithArguments(1, 2));
        try {
            add.invokeExact(1, 2);
        } catch (WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        try {
            add.invokeWithArguments(1);
        } catch (WrongMethodTypeException e) {
            System.out.println("arity");
        }
        ClassDesc cd = ClassDesc.of("java.util", "List").arrayType();
        System.out.println(
                cd.descriptorString()
                        + " "
                        + MethodTypeDesc.ofDescriptor("(I[J)V").parameterCount()
                        + " "
                        + String.class.describeConstable().get().displayName()
                        + MethodType.fromMethodDescriptorString("(Ljava/lang/String;D)J", null)
                                .wrap());
        MethodHandle iter =
                MethodHandles.iteratedLoop(
                        null,
                        MethodHandles.constant(int.class, 0),
                        MethodHandles.dropArguments(
                                l.findStatic(
                                                HandlesFactory.class,
                                                "add",
                                                MethodType.methodType(
                                                        int.class, int.class, int.class))
                                        .asType(
                                                MethodType.methodType(
                                                        int.class, int.class, Integer.class)),
                                2));
        System.out.println((int) iter.invoke(List.of(1, 2, 3)));
        MethodHandle cl =
                MethodHandles.countedLoop(
                        MethodHandles.constant(int.class, 5),
                        MethodHandles.constant(int.class, 1),
                        add);
        System.out.println(
                (int) cl.invoke()
                        + " "
                        + MethodHandles.zero(String.class).invoke()
                        + MethodHandles.identity(long.class).invoke(3L));
        try {
            MethodHandles.throwException(void.class, IllegalStateException.class)
                    .invoke(new IllegalStateException("thrown"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Supplier<Runnable> rs = () -> () -> System.out.println("nested");
        rs.get().run();
        System.out.println(
                l.in(String.class).lookupModes()
                        + " "
                        + MethodHandles.privateLookupIn(HandlesFactory.class, l)
                                .lookupClass()
                                .getSimpleName()
                        + l.findClass("HandlesFactory").getSimpleName()
                        + l.accessClass(String.class).getSimpleName());
    }
}
