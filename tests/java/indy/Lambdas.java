// verdict: runs; output as java's. Lambdas and method references of every kind.
import java.io.*;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;

public class Lambdas {
    interface Tri<A, B, C, R> {
        R of(A a, B b, C c);
    }

    interface IntToLong {
        long of(int x);
    }

    interface LongBinary {
        double of(long a, float b);
    }

    interface Varargs {
        String of(Object a, Object b);
    }

    interface Marker {}

    interface Marker2 {
        default String tag() {
            return "tagged " + getClass().isHidden();
        }
    }

    interface GenericFn<T extends Comparable<T>> {
        T pick(T a, T b);
    }

    interface StringFn extends GenericFn<String> {
        String pick(String a, String b);
    }

    interface WithInit {
        int X = init();

        static int init() {
            System.out.println("WithInit initialized");
            return 7;
        }

        default int x() {
            return X;
        }

        int get();
    }

    interface Talk {
        String talk();

        private String inner() {
            return "private of interface";
        }

        default Supplier<String> ref() {
            return this::inner;
        }
    }

    static class Base {
        protected String who() {
            return "base";
        }

        Base() {}

        Base(String s) {
            System.out.println("Base(" + s + ")");
        }

        private int hidden(int x) {
            return x + 1;
        }
    }

    static class Derived extends Base {
        protected String who() {
            return "derived";
        }

        Supplier<String> sup() {
            return super::who;
        }

        Supplier<String> self() {
            return this::who;
        }

        Supplier<String> lam() {
            return () -> super.who() + "/" + who();
        }
    }

    int field = 10;

    private int add(int x) {
        return field += x;
    }

    static String join(String sep, Object... xs) {
        return xs.length + sep + Arrays.toString(xs);
    }

    static long wide(long x) {
        return x * 2;
    }

    static int boxed(Integer x) {
        return x + 1;
    }

    static void nothing(Object o) {
        System.out.println("nothing " + o);
    }

    static <T> void show(String what, T value) {
        System.out.println(what + ": " + value);
    }

    Supplier<Runnable> nested() {
        return () -> () -> System.out.println("nested " + (field++));
    }

    static Runnable site(int i) {
        return () -> {};
    }

    static Supplier<Integer> cap(int i) {
        return () -> i;
    }

    public static void main(String[] args) throws Exception {
        Function<String, Integer> len = String::length;
        show("unbound", len.apply("four"));
        String s = "bound";
        Supplier<Integer> b = s::length;
        show("bound", b.get());
        Function<String, Base> mk = Base::new;
        show("ctor", mk.apply("x").who());
        Supplier<ArrayList<String>> list = ArrayList::new;
        List<String> l = list.get();
        l.add("e");
        show("list", l);
        IntFunction<int[]> arr = int[]::new;
        show("array", arr.apply(3).length);
        Function<Integer, String[][]> arr2 = String[][]::new;
        show("array2", arr2.apply(2).length);
        UnaryOperator<int[]> clone = int[]::clone;
        int[] orig = {1, 2};
        show("clone", clone.apply(orig) != orig);
        Varargs va = (x, y) -> join("-", x, y);
        show("lambda varargs", va.of(1, "z"));
        BiFunction<String, Object, String> vr = Lambdas::join;
        show("varargs ref", vr.apply("+", "p"));
        ToLongFunction<Integer> unboxWiden = Lambdas::wide;
        show("unbox+widen", unboxWiden.applyAsLong(21));
        IntToLong w = Lambdas::wide;
        show("widen", w.of(4));
        IntFunction<Object> boxRet = Integer::valueOf;
        show("box", boxRet.apply(5));
        IntUnaryOperator ub = Lambdas::boxed;
        show("box arg unbox ret", ub.applyAsInt(41));
        Consumer<String> con = Lambdas::nothing;
        con.accept("consumed");
        Consumer<String> dropped = l::add;
        dropped.accept("dropped result");
        show("list", l);
        Function<Object, String> ts = Object::toString;
        show("toString", ts.apply(12.5));
        LongBinary lb = (x, y) -> x + y;
        show("lb", lb.of(1L << 40, 0.5f));
        Tri<Integer, Long, Double, String> tri = (x, y, z) -> x + ":" + y + ":" + z;
        show("tri", tri.of(1, 2L, 3.0));
        BinaryOperator<Integer> max = Math::max;
        show("max", max.apply(3, 9));
        Comparator<String> cmp =
                Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
        List<String> sorted = new ArrayList<>(List.of("bb", "a", "cc", "ddd"));
        sorted.sort(cmp);
        show("sorted", sorted);
        Derived d = new Derived();
        show("super", d.sup().get());
        show("self", d.self().get());
        show("lam", d.lam().get());
        Lambdas o = new Lambdas();
        IntUnaryOperator add = o::add;
        add.applyAsInt(5);
        show("private bound", o.field);
        ToIntBiFunction<Base, Integer> hid = Base::hidden;
        show("private unbound", hid.applyAsInt(new Base(), 1));
        o.nested().get().run();
        o.nested().get().run();
        Talk t = () -> "talk";
        show("talk", t.talk() + " " + t.ref().get());
        byte bb = 3;
        short sh = 4;
        char ch = 'c';
        boolean z = true;
        float f = 1.5f;
        double dd = 2.5;
        long ll = 1L << 33;
        Object obj = "o";
        Supplier<String> many =
                () ->
                        bb + "," + sh + "," + ch + "," + z + "," + f + "," + dd + "," + ll + ","
                                + obj;
        show("captures", many.get());
        StringFn sf = (x, y) -> x.compareTo(y) > 0 ? x : y;
        GenericFn<String> gf = sf;
        show("bridge", gf.pick("a", "b"));
        try {
            @SuppressWarnings({"unchecked", "rawtypes"})
            Object r = ((GenericFn) sf).pick(1, 2);
            show("no", r);
        } catch (ClassCastException e) {
            show("cce", e.getMessage().substring(0, 31));
        }
        Runnable mr = (Runnable & Marker & Marker2) () -> System.out.println("marked");
        mr.run();
        show("marker", mr instanceof Marker);
        show("tag", ((Marker2) mr).tag());
        show("same instance", site(1) == site(2));
        show("fresh instance", cap(1) == cap(1));
        show("hidden", mr.getClass().isHidden());
        show("synthetic", mr.getClass().isSynthetic());
        show("name", mr.getClass().getName().startsWith("Lambdas$$Lambda"));
        show("super", mr.getClass().getSuperclass());
        show("interfaces", Arrays.toString(((Runnable) () -> {}).getClass().getInterfaces()));
        System.out.println("before WithInit");
        WithInit wi = () -> 1;
        System.out.println("after WithInit");
        show("x", wi.x() + wi.get());
        String nul = null;
        try {
            Supplier<Integer> bad = nul::length;
            show("no", bad);
        } catch (NullPointerException e) {
            show("npe", e.getClass());
        }
        try {
            len.apply(null);
        } catch (NullPointerException e) {
            show("npe", e.getClass());
        }
        Callable<String> thrower =
                () -> {
                    throw new IOException("from lambda");
                };
        try {
            thrower.call();
        } catch (IOException e) {
            show("thrown", e.getMessage());
            for (StackTraceElement el : e.getStackTrace())
                show("  at", el.getMethodName().replaceAll("\\d+", "N"));
        }
        Runnable ser = (Runnable & Serializable) () -> System.out.println("serialized " + s);
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ObjectOutputStream oo = new ObjectOutputStream(bo)) {
            oo.writeObject(ser);
        }
        ((Runnable) new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray())).readObject())
                .run();
        Optional<String> op = Optional.of("x").map(String::toUpperCase).filter(q -> !q.isEmpty());
        show("optional", op);
        int sum = 0;
        for (int v : new int[] {1, 2, 3}) {
            IntSupplier is = () -> v;
            sum += is.getAsInt();
        }
        show("sum", sum);
    }
}
