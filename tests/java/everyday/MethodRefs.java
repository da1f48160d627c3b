// Method references: static, bound, unbound, constructor, array, varargs, super, interface,
// generic, boxing and widening.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class MethodRefs {
    static String join(String... p) {
        return String.join("-", p);
    }

    static int sum(int... n) {
        return IntStream.of(n).sum();
    }

    interface Three {
        String f(String a, String b, String c);
    }

    interface Def {
        default String hi() {
            return "default hi";
        }
    }

    static class Base {
        String hi() {
            return "base hi";
        }
    }

    static class Sub extends Base implements Def {
        public String hi() {
            return "sub";
        }

        Supplier<String> up() {
            return super::hi;
        }

        Supplier<String> own() {
            return this::hi;
        }

        Supplier<String> iface() {
            return Def.super::hi;
        }
    }

    abstract static class Abs {
        abstract int val();

        int twice() {
            IntSupplier s = this::val;
            return 2 * s.getAsInt();
        }
    }

    static <T> List<T> listOf(T a, T b) {
        return List.of(a, b);
    }

    record P(int x, String y) {
        P(int x) {
            this(x, "one-arg");
        }
    }

    class Inner {
        int v;

        Inner(int v) {
            this.v = v;
        }

        public String toString() {
            return "Inner" + v;
        }
    }

    public static void main(String[] args) {
        Function<String, Integer> st = Integer::parseInt;
        ToLongFunction<String> widened = Integer::parseInt;
        Function<Object, String> vo = String::valueOf;
        System.out.println(st.apply("12") + widened.applyAsLong("30") + vo.apply(null));
        Supplier<Integer> bound = "hello"::length;
        BiFunction<String, String, Boolean> unbound = String::startsWith;
        Comparator<String> cmp = String::compareToIgnoreCase;
        System.out.println(
                bound.get()
                        + " "
                        + unbound.apply("abc", "ab")
                        + " "
                        + Integer.signum(cmp.compare("B", "a")));
        Function<Integer, P> ctor = P::new;
        BiFunction<Integer, String, P> ctor2 = P::new;
        System.out.println(ctor.apply(1) + " " + ctor2.apply(2, "q"));
        IntFunction<int[]> arr = int[]::new;
        Function<Integer, String[][]> arr2 = String[][]::new;
        System.out.println(
                arr.apply(3).length
                        + " "
                        + arr2.apply(2).length
                        + arr2.apply(1).getClass().getName());
        Three v = MethodRefs::join;
        IntBinaryOperator vs = MethodRefs::sum;
        IntSupplier v0 = MethodRefs::sum;
        System.out.println(v.f("a", "b", "c") + vs.applyAsInt(3, 4) + v0.getAsInt());
        Sub sub = new Sub();
        System.out.println(
                sub.up().get()
                        + "|"
                        + sub.own().get()
                        + "|"
                        + sub.iface().get()
                        + "|"
                        + new Abs() {
                            int val() {
                                return 21;
                            }
                        }.twice());
        BiFunction<Integer, Integer, List<Integer>> gen = MethodRefs::<Integer>listOf;
        System.out.println(gen.apply(1, 2));
        MethodRefs outer = new MethodRefs();
        IntFunction<Inner> in = outer.new Inner(0).v == 0 ? n -> outer.new Inner(n) : null;
        System.out.println(in.apply(5));
        String nul = null;
        try {
            Supplier<Integer> s = nul::length;
            System.out.println("no " + s);
        } catch (NullPointerException e) {
            System.out.println("NPE at capture");
        }
        System.out.println(
                Stream.of("b", "a")
                        .sorted(Comparator.comparing(Function.<String>identity()).reversed())
                        .map(String::toUpperCase)
                        .collect(
                                Collectors.<String, LinkedList<String>>toCollection(
                                        LinkedList::new)));
        System.out.println(
                Stream.of(1, 2, 3)
                        .map(Integer::doubleValue)
                        .mapToDouble(Double::doubleValue)
                        .sum());
        Consumer<List<String>> clear = List::clear;
        List<String> l = new ArrayList<>(List.of("x"));
        clear.accept(l);
        System.out.println(l);
        Function<int[], int[]> cl = int[]::clone;
        System.out.println(cl.apply(new int[] {4, 5})[1]);
        Supplier<Runnable> deep = () -> System.out::println;
        deep.get().run();
        ToIntFunction<Character> unboxed = Character::getNumericValue;
        System.out.println(unboxed.applyAsInt('7'));
    }
}
