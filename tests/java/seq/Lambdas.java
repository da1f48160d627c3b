// Lambdas and method references of all kinds: captures, boxing, varargs, constructors, arrays,
// super, recursion.
import java.util.*;
import java.util.function.*;

public class Lambdas {
    int base = 10;

    IntUnaryOperator add(int k) {
        return x -> x + k + base;
    }

    interface Tri<A, B, C, R> {
        R ap(A a, B b, C c);

        default <V> Tri<A, B, C, V> then(Function<? super R, ? extends V> f) {
            return (a, b, c) -> f.apply(ap(a, b, c));
        }
    }

    interface Thrower<E extends Exception> {
        void go() throws E;
    }

    static class Par {
        String hi(String n) {
            return "par " + n;
        }
    }

    static class Chi extends Par {
        @Override
        String hi(String n) {
            Function<String, String> f = super::hi;
            return "chi " + f.apply(n);
        }
    }

    static String va(Object... o) {
        return "va" + o.length;
    }

    static long prim(byte a, long b, double c) {
        return a + b + (long) c;
    }

    static <T, R> List<R> map(List<T> l, Function<? super T, ? extends R> f) {
        List<R> r = new ArrayList<>();
        for (T t : l) r.add(f.apply(t));
        return r;
    }

    static IntFunction<IntFunction<IntUnaryOperator>> curry = a -> b -> c -> a * 100 + b * 10 + c;
    static Function<Integer, Integer> fact;
    static int count;

    static int next() {
        return ++count;
    }

    public static void main(String[] args) throws Exception {
        Lambdas l = new Lambdas();
        IntUnaryOperator f = l.add(1);
        l.base = 100;
        System.out.println(
                f.applyAsInt(5) + " " + f.andThen(x -> x * 2).compose(x -> x - 1).applyAsInt(5));
        Tri<Integer, String, Double, String> t = (a, b, c) -> a + b + c;
        System.out.println(t.then(String::length).ap(1, "x", 2.5));
        Supplier<List<String>> mk = ArrayList::new;
        Function<Integer, int[]> mkArr = int[]::new;
        BiFunction<String, Integer, Character> at = String::charAt;
        Function<String, Integer> parse = Integer::parseInt;
        Supplier<String> bound = "bound"::toUpperCase;
        Consumer<Object> print = System.out::println;
        Comparator<String> cmp = String::compareToIgnoreCase;
        Function<Object, String> vf = Lambdas::va;
        BinaryOperator<Integer> mx = Math::max;
        ToLongFunction<Integer> unbox = Integer::longValue;
        Function<Integer, Function<Integer, Integer>> adder = a -> b -> a + b;
        UnaryOperator<String> id = UnaryOperator.identity();
        System.out.println(
                mk.get()
                        + " "
                        + mkArr.apply(3).length
                        + " "
                        + at.apply("hey", 1)
                        + " "
                        + parse.apply("42")
                        + " "
                        + bound.get()
                        + " "
                        + cmp.compare("A", "b")
                        + " "
                        + vf.apply("q")
                        + " "
                        + mx.apply(3, 9)
                        + " "
                        + unbox.applyAsLong(7)
                        + " "
                        + adder.apply(3).apply(4)
                        + " "
                        + id.apply("same"));
        print.accept(List.of(1));
        System.out.println(
                new Chi().hi("n")
                        + " "
                        + curry.apply(1).apply(2).applyAsInt(3)
                        + " "
                        + map(List.of(1, 2, 3), x -> "n" + x));
        fact = n -> n < 2 ? 1 : n * fact.apply(n - 1);
        System.out.println(fact.apply(10));
        byte bb = 3;
        long ll = 1L << 33;
        double dd = 2.9;
        char cc = 'c';
        float ff = .5f;
        short ss = -1;
        boolean zz = true;
        String st = "s";
        int[] arr = {1};
        Supplier<String> cap = () -> "" + bb + ll + dd + cc + ff + ss + zz + st + arr[0]++ + l.base;
        System.out.println(cap.get() + cap.get());
        Callable3 c3 = Lambdas::prim;
        System.out.println(c3.call((byte) 1, 2, 3.7));
        try {
            Thrower<java.io.IOException> th =
                    () -> {
                        throw new java.io.IOException("io");
                    };
            th.go();
        } catch (java.io.IOException e) {
            System.out.println(e + " " + e.getStackTrace()[0].getMethodName());
        }
        try {
            String none = null;
            Supplier<Integer> s = none::length;
        } catch (NullPointerException e) {
            System.out.println("NPE at creation");
        }
        Predicate<String> p = String::isEmpty;
        System.out.println(
                p.negate().or(x -> false).and(x -> x.length() < 3).test("ab")
                        + " "
                        + Predicate.not(p).test(""));
        Runnable r1 = () -> {}, r2 = () -> {};
        System.out.println(
                (r1 == r2)
                        + " "
                        + r1.getClass().isSynthetic()
                        + " "
                        + (r1 instanceof Runnable)
                        + " "
                        + r1.getClass().getInterfaces()[0].getSimpleName()
                        + " "
                        + r1.getClass().getSimpleName().startsWith("Lambdas$$Lambda"));
        IntSupplier is = Lambdas::next;
        System.out.println(is.getAsInt() + is.getAsInt() * 10);
        Runnable ser = (Runnable & java.io.Serializable) () -> System.out.println("intersection");
        ser.run();
        System.out.println(ser instanceof java.io.Serializable);
        Function<Integer, Inner> con = l.new Maker()::make;
        System.out.println(con.apply(5).v);
        Object o = (Supplier<Supplier<String>>) () -> () -> "deep";
        System.out.println(((Supplier<?>) ((Supplier<?>) o).get()).get());
        for (Supplier<Integer> q :
                new ArrayList<Supplier<Integer>>() {
                    {
                        for (int i = 0; i < 3; i++) {
                            int j = i;
                            add(() -> j);
                        }
                    }
                }) System.out.print(q.get());
        System.out.println();
    }

    interface Callable3 {
        double call(byte a, int b, double c);
    }

    class Inner {
        int v;

        Inner(int v) {
            this.v = v + base;
        }
    }

    class Maker {
        Inner make(int v) {
            return new Inner(v);
        }
    }
}
