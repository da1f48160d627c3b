// Generics at run time: bridges, covariant returns, wildcard capture, bounded recursion, heap
// pollution, varargs.
import java.util.*;
import java.util.function.*;

public class GenericsBridges {
    interface Shape<S extends Shape<S>> {
        S scale(int k);

        default S twice() {
            return scale(2);
        }
    }

    record Sq(int a) implements Shape<Sq> {
        public Sq scale(int k) {
            return new Sq(a * k);
        }
    }

    abstract static class Base<T> {
        abstract T get(T t);

        Object name() {
            return "base";
        }
    }

    static class Str extends Base<String> {
        String get(String t) {
            return t + "!";
        }

        @Override
        String name() {
            return "str";
        }
    }

    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) {
        Iterator<? extends T> i = c.iterator();
        T m = i.next();
        while (i.hasNext()) {
            T n = i.next();
            if (n.compareTo(m) > 0) m = n;
        }
        return m;
    }

    static void swap(List<?> l) {
        swap2(l);
    }

    private static <T> void swap2(List<T> l) {
        T t = l.get(0);
        l.set(0, l.get(1));
        l.set(1, t);
    }

    @SafeVarargs
    static <T> T[] arr(T... ts) {
        return ts;
    }

    static <A, B, C> Function<A, C> compose(
            Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) {
        return a -> g.apply(f.apply(a));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        System.out.println(
                new Sq(3).twice()
                        + " "
                        + new Str().get("x")
                        + new Str().name()
                        + ((Base) new Str()).name());
        try {
            ((Base) new Str()).get(1);
        } catch (ClassCastException e) {
            System.out.println("bridge cast");
        }
        System.out.println(
                max(List.of(3, 9, 4))
                        + " "
                        + max(Set.of("only"))
                        + compose((String s) -> s.length(), n -> n * 1.5).apply("four"));
        List<String> l = new ArrayList<>(List.of("a", "b"));
        swap(l);
        System.out.println(
                l
                        + " "
                        + arr(1, 2).getClass().getSimpleName()
                        + arr("x", 1).getClass().getSimpleName());
        List raw = l;
        raw.add(5);
        try {
            for (String s : l) System.out.print(s);
        } catch (ClassCastException e) {
            System.out.println(" polluted");
        }
        long bridges =
                Arrays.stream(Str.class.getDeclaredMethods()).filter(m -> m.isBridge()).count();
        System.out.println(
                bridges
                        + " "
                        + Arrays.stream(Str.class.getDeclaredMethods())
                                .map(m -> m.getReturnType().getSimpleName() + m.isSynthetic())
                                .sorted()
                                .toList());
        Map<Class<?>, Object> het = new HashMap<>();
        het.put(Integer.class, 4);
        System.out.println(Integer.class.cast(het.get(Integer.class)) + 1);
        Comparator<Map.Entry<String, Integer>> c =
                Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey());
        System.out.println(Map.of("a", 1, "b", 2, "c", 2).entrySet().stream().sorted(c).toList());
    }
}
