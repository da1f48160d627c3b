// Method references: overloads, inherited and protected members, inner class constructors, arrays
// of arrays, clone, this and super, receivers evaluated once, null receivers.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class RefPuzzles {
    static class Base {
        protected String who() {
            return "base";
        }

        String twice(Object o) {
            return "obj" + o;
        }

        String twice(String s) {
            return "str" + s;
        }
    }

    static class Derived extends Base {
        @Override
        protected String who() {
            return "derived";
        }

        Supplier<String> up() {
            return super::who;
        }

        Supplier<String> self() {
            return this::who;
        }

        Function<String, String> over() {
            return this::twice;
        }

        class In {
            final int v;

            In(int v) {
                this.v = v;
            }

            public String toString() {
                return who() + v;
            }
        }

        IntFunction<In> maker() {
            return In::new;
        }
    }

    static int made;

    static RefPuzzles make() {
        made++;
        return new RefPuzzles();
    }

    int f(int x) {
        return x + made;
    }

    static String var(Object... os) {
        return os.length + Arrays.toString(os);
    }

    static long wide(long a, double b) {
        return a + (long) b;
    }

    interface IL {
        long go(int a, float b);
    }

    interface TriFunction<A, B, C, R> {
        R apply(A a, B b, C c);
    }

    public static void main(String[] args) {
        Derived d = new Derived();
        System.out.println(
                d.up().get() + d.self().get() + d.over().apply("x") + d.maker().apply(3));
        IntUnaryOperator g = make()::f;
        System.out.println(g.applyAsInt(1) + g.applyAsInt(2) + " made " + made);
        UnaryOperator<int[]> cl = int[]::clone;
        int[] a = {1, 2};
        int[] b = cl.apply(a);
        b[0] = 9;
        System.out.println(a[0] + "" + b[0]);
        IntFunction<int[][]> arr = int[][]::new;
        Function<Integer, List<String>[]> gen = List[]::new;
        System.out.println(arr.apply(2).length + " " + gen.apply(3).getClass().getSimpleName());
        TriFunction<String, Integer, Integer, String> sub = String::substring;
        System.out.println(sub.apply("abcdef", 1, 3));
        Function<Object, String> v1 = RefPuzzles::var;
        BiFunction<Object, Object, String> v2 = RefPuzzles::var;
        Supplier<String> v0 = RefPuzzles::var;
        System.out.println(v0.get() + v1.apply(null == null ? "q" : 1) + v2.apply(1, 'c'));
        IL il = RefPuzzles::wide;
        System.out.println(il.go(7, 2.9f));
        Comparator<String> cmp = String::compareToIgnoreCase;
        System.out.println(
                Stream.of("b", "A", "c")
                        .sorted(cmp.reversed().thenComparing(Function.identity()))
                        .collect(Collectors.joining()));
        Predicate<String> e = String::isEmpty;
        System.out.println(Stream.of("", "a").filter(e.negate().or("zz"::equals)).toList());
        ToIntFunction<Integer> unbox = Integer::intValue;
        Function<Integer, Long> box = Integer::longValue;
        ToDoubleBiFunction<Integer, Integer> pow = Math::pow;
        System.out.println(unbox.applyAsInt(4) + box.apply(5) + pow.applyAsDouble(2, 10));
        String n = null;
        try {
            Supplier<Integer> s = n::length;
            System.out.println("late");
            s.get();
        } catch (NullPointerException x) {
            System.out.println("early");
        }
        Function<String, Integer> un = String::length;
        try {
            un.apply(null);
        } catch (NullPointerException x) {
            System.out.println("unbound null");
        }
        Runnable r = new ArrayList<String>()::size;
        r.run();
        Function<Collection<? extends Integer>, TreeSet<Integer>> ts = TreeSet::new;
        System.out.println(ts.apply(List.of(3, 1, 2)));
        Supplier<Supplier<String>> ss = () -> "deep"::toString;
        System.out.println(ss.get().get());
        Function<String, Thread> th = Thread::new;
        System.out.println(th.apply("named").getName());
        Consumer<String> add = new StringBuilder("kept ")::append;
        add.accept("z");
        BinaryOperator<Integer> mn = Math::min;
        System.out.println(Stream.of(5, 3, 8).reduce(mn).get());
        try {
            Function<Object, Integer> bad = (Function) (Function<String, Integer>) String::length;
            bad.apply(5);
        } catch (ClassCastException x) {
            System.out.println(x.getMessage());
        }
    }
}
