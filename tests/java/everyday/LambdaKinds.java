// Lambdas of every shape: captures of all types, wide arguments, nested, recursive, generic,
// void-compatible.
import java.util.*;
import java.util.function.*;

public class LambdaKinds {
    interface Wide {
        double f(long a, double b, byte c, long d);
    }

    interface Gen<T extends Comparable<T>> {
        T max(T a, T b);

        default Gen<T> min() {
            return (a, b) -> max(a, b) == a ? b : a;
        }
    }

    int field = 7;

    IntSupplier own() {
        return () -> field++;
    }

    static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static Function<Integer, Integer> fact;

    public static void main(String[] args) {
        byte b = 1;
        short s = 2;
        char c = 'c';
        int i = 4;
        long l = 1L << 40;
        float f = 1.5f;
        double d = 2.25;
        boolean z = true;
        String t = "t";
        int[] a = {9};
        Supplier<String> all =
                () ->
                        b + "," + s + "," + c + "," + i + "," + l + "," + f + "," + d + "," + z
                                + "," + t + "," + a[0];
        a[0]++;
        System.out.println(all.get());
        Wide w = (x, y, q, r) -> x + y * q - r;
        System.out.println(w.f(1L << 33, 0.5, (byte) -3, 7));
        Gen<String> g = (x, y) -> x.compareTo(y) > 0 ? x : y;
        System.out.println(g.max("pear", "plum") + g.min().max("pear", "plum"));
        LambdaKinds k = new LambdaKinds();
        IntSupplier o = k.own();
        System.out.println(o.getAsInt() + o.getAsInt() + " " + k.field);
        fact = n -> n == 0 ? 1 : n * fact.apply(n - 1);
        System.out.println(
                fact.apply(10) + " " + ((IntToLongFunction) LambdaKinds::fib).applyAsLong(15));
        Function<Integer, Function<Integer, Function<Integer, Integer>>> cur =
                x -> y -> q -> x * 100 + y * 10 + q;
        System.out.println(cur.apply(1).apply(2).apply(3));
        Runnable r =
                () -> {
                    class Local {
                        public String toString() {
                            return "local " + t + l;
                        }
                    }
                    System.out.println(new Local());
                };
        r.run();
        Callback cb = new Callback();
        List<Runnable> rs = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            int m = n;
            rs.add(() -> cb.add(m));
        }
        rs.forEach(Runnable::run);
        System.out.println(
                cb.sum
                        + " "
                        + (rs.get(0) == rs.get(1))
                        + " "
                        + rs.get(0).getClass().isHidden()
                        + rs.get(0).getClass().isSynthetic());
        BiFunction<Object, Object, Object> first = (x, y) -> x;
        System.out.println(first.andThen(Object::toString).apply(1, 2));
        try {
            Runnable bad =
                    () -> {
                        throw new IllegalStateException("in lambda");
                    };
            bad.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName());
        }
    }

    static class Callback {
        int sum;

        void add(int n) {
            sum += n;
        }
    }
}
