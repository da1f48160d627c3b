// Lambdas where they are rarely met: field initializers, static blocks, enum constants, constructor
// arguments, default methods, switch arms, annotations' defaults nearby.
import java.util.*;
import java.util.function.*;

public class LambdaPlaces {
    static final Map<String, BinaryOperator<Integer>> OPS = new LinkedHashMap<>();

    static {
        OPS.put("+", Integer::sum);
        OPS.put("max", BinaryOperator.maxBy(Comparator.naturalOrder()));
        OPS.put(
                "pow",
                (a, b) -> {
                    int r = 1;
                    for (int i = 0; i < b; i++) r *= a;
                    return r;
                });
    }

    final Supplier<String> lazy = () -> "of " + name();

    String name() {
        return name;
    }

    final String name;

    LambdaPlaces(String n) {
        this(n, () -> n.length());
    }

    LambdaPlaces(String n, IntSupplier len) {
        name = n + len.getAsInt();
    }

    enum Op implements IntBinaryOperator {
        ADD((a, b) -> a + b),
        MUL((a, b) -> a * b) {
            @Override
            public int applyAsInt(int a, int b) {
                return -super.applyAsInt(a, b);
            }
        };
        private final IntBinaryOperator f;

        Op(IntBinaryOperator f) {
            this.f = f;
        }

        public int applyAsInt(int a, int b) {
            return f.applyAsInt(a, b);
        }
    }

    interface Shape {
        double area();

        default Comparator<Shape> order() {
            return (x, y) -> Double.compare(x.area() * area(), y.area() * area());
        }

        static Shape of(double d) {
            return () -> d;
        }
    }

    static IntUnaryOperator pick(int k) {
        return switch (k % 3) {
            case 0 -> x -> x + k;
            case 1 -> {
                int t = k * 2;
                yield x -> x * t;
            }
            default -> IntUnaryOperator.identity();
        };
    }

    static <T extends Comparable<? super T>> Function<List<T>, T> best(boolean max) {
        return max ? l -> Collections.max(l) : Collections::min;
    }

    public static void main(String[] args) {
        OPS.forEach((k, v) -> System.out.println(k + " " + v.apply(3, 4)));
        System.out.println(new LambdaPlaces("abc").lazy.get());
        for (Op o : Op.values()) System.out.println(o + " " + o.applyAsInt(5, 6));
        List<Shape> l = new ArrayList<>(List.of(Shape.of(3), Shape.of(1), Shape.of(2)));
        l.sort(Shape.of(-1).order());
        l.forEach(s -> System.out.print(s.area() + " "));
        System.out.println(
                pick(3).applyAsInt(10)
                        + " "
                        + pick(4).applyAsInt(10)
                        + " "
                        + pick(5).applyAsInt(10));
        System.out.println(
                LambdaPlaces.<String>best(true).apply(List.of("b", "c", "a"))
                        + LambdaPlaces.<Integer>best(false).apply(List.of(4, 2)));
        Object o = (Runnable & java.io.Serializable) () -> {};
        System.out.println(
                (o instanceof java.io.Serializable)
                        + " "
                        + (o instanceof Runnable)
                        + " "
                        + o.getClass().getInterfaces().length);
        BooleanSupplier t =
                () -> {
                    try {
                        return true;
                    } finally {
                        System.out.print("fin ");
                    }
                };
        System.out.println(
                t.getAsBoolean()
                        ? ((Supplier<Object>) () -> 1).get()
                        : ((Supplier<Object>) () -> "no").get());
        Callable2<String, Exception> c =
                () -> {
                    throw new java.io.IOException("io");
                };
        try {
            c.call();
        } catch (java.io.IOException e) {
            System.out.println("checked " + e.getMessage());
        } catch (Exception e) {
            System.out.println("other");
        }
    }

    interface Callable2<V, X extends Exception> {
        V call() throws X;
    }
}
