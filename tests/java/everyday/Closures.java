// Captured state: accumulators, counters, memoization, currying, iterators and generators built
// from lambdas.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Closures {
    static IntSupplier counter() {
        int[] c = {0};
        return () -> ++c[0];
    }

    static <T, R> Function<T, R> memo(Function<T, R> f, Map<T, R> m) {
        return t -> m.computeIfAbsent(t, f);
    }

    static <T> Supplier<T> lazy(Supplier<T> s) {
        return new Supplier<>() {
            T v;
            boolean done;

            public T get() {
                if (!done) {
                    v = s.get();
                    done = true;
                }
                return v;
            }
        };
    }

    static Iterable<Integer> range(int a, int b) {
        return () ->
                new Iterator<>() {
                    int i = a;

                    public boolean hasNext() {
                        return i < b;
                    }

                    public Integer next() {
                        if (!hasNext()) throw new NoSuchElementException();
                        return i++;
                    }
                };
    }

    interface Parser<T> {
        Optional<Map.Entry<T, String>> parse(String s);

        default <U> Parser<U> map(Function<T, U> f) {
            return s -> parse(s).map(e -> Map.entry(f.apply(e.getKey()), e.getValue()));
        }

        default <U> Parser<U> then(Function<T, Parser<U>> f) {
            return s -> parse(s).flatMap(e -> f.apply(e.getKey()).parse(e.getValue()));
        }

        static Parser<Character> ch(Predicate<Character> p) {
            return s ->
                    s.isEmpty() || !p.test(s.charAt(0))
                            ? Optional.empty()
                            : Optional.of(Map.entry(s.charAt(0), s.substring(1)));
        }
    }

    public static void main(String[] args) {
        IntSupplier a = counter(), b = counter();
        System.out.println(a.getAsInt() + a.getAsInt() + b.getAsInt());
        int[] calls = {0};
        Function<Integer, Integer> sq =
                memo(
                        x -> {
                            calls[0]++;
                            return x * x;
                        },
                        new HashMap<>());
        System.out.println(sq.apply(4) + sq.apply(4) + sq.apply(5) + " " + calls[0]);
        Supplier<String> lz =
                lazy(
                        () -> {
                            System.out.print("computed ");
                            return "v";
                        });
        System.out.println(lz.get() + lz.get());
        int sum = 0;
        for (int i : range(1, 5)) sum += i;
        System.out.println(sum);
        Iterator<Integer> it = range(0, 1).iterator();
        it.next();
        try {
            it.next();
        } catch (NoSuchElementException e) {
            System.out.println("exhausted");
        }
        try {
            it.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        Parser<Integer> digit = Parser.ch(Character::isDigit).map(c -> c - '0');
        Parser<Integer> plus =
                digit.then(x -> Parser.ch(c -> c == '+').then(p -> digit.map(y -> x + y)));
        System.out.println(plus.parse("3+4rest") + " " + plus.parse("3-4") + plus.parse(""));
        UnaryOperator<UnaryOperator<Integer>> twice = f -> x -> f.apply(f.apply(x));
        System.out.println(
                twice.apply(twice.apply(x -> x * 3)).apply(1)
                        + " "
                        + Stream.<UnaryOperator<Integer>>of(x -> x + 1, x -> x * 2)
                                .reduce(
                                        UnaryOperator.identity(),
                                        (f, g) -> x -> g.apply(f.apply(x)))
                                .apply(5));
        BinaryOperator<Integer> mx = BinaryOperator.maxBy(Comparator.naturalOrder());
        Predicate<String> p =
                Predicate.<String>not(String::isEmpty)
                        .and(s -> s.length() < 3)
                        .or(s -> s.startsWith("long"));
        System.out.println(
                mx.apply(3, 8)
                        + " "
                        + p.test("")
                        + p.test("ab")
                        + p.test("longer")
                        + p.negate().test("abc"));
        Consumer<List<Integer>> c1 = l -> l.add(1);
        List<Integer> li = new ArrayList<>();
        c1.andThen(l -> l.add(2)).accept(li);
        System.out.println(li);
        List<Supplier<Integer>> ss = new ArrayList<>();
        for (int i : new int[] {1, 2, 3}) ss.add(() -> i * 10);
        System.out.println(ss.stream().map(Supplier::get).toList());
        Runnable[] self = new Runnable[1];
        int[] n = {3};
        self[0] =
                () -> {
                    if (n[0]-- > 0) {
                        System.out.print(n[0]);
                        self[0].run();
                    }
                };
        self[0].run();
        System.out.println();
    }
}
