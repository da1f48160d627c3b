// Collectors and stream stages that are met less often: flatMapping, filtering, teeing, reducing,
// summarizing, partitioning, iterate with a predicate, takeWhile, mapMulti, peek and laziness,
// spliterators, exceptions.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class StreamDeep {
    record P(String n, String d, int s, List<String> tags) {}

    public static void main(String[] args) {
        List<P> ps =
                List.of(
                        new P("ann", "x", 10, List.of("a", "b")),
                        new P("bob", "y", 20, List.of("b")),
                        new P("cyd", "x", 30, List.of()),
                        new P("dan", "y", 5, List.of("c")));
        System.out.println(
                (Object)
                        ps.stream()
                                .collect(
                                        Collectors.groupingBy(
                                                P::d,
                                                TreeMap::new,
                                                Collectors.flatMapping(
                                                        p -> p.tags().stream(),
                                                        Collectors.toCollection(TreeSet::new)))));
        System.out.println(
                (Object)
                        ps.stream()
                                .collect(
                                        Collectors.groupingBy(
                                                P::d,
                                                TreeMap::new,
                                                Collectors.filtering(
                                                        p -> p.s() > 9,
                                                        Collectors.mapping(
                                                                P::n,
                                                                Collectors.joining(
                                                                        "/", "<", ">"))))));
        System.out.println(
                ps.stream()
                        .collect(
                                Collectors.partitioningBy(
                                        p -> p.s() >= 10, Collectors.averagingInt(P::s))));
        System.out.println(
                ps.stream()
                                .collect(
                                        Collectors.teeing(
                                                Collectors.summingInt(P::s),
                                                Collectors.counting(),
                                                (a, b) -> a + "/" + b))
                        + " "
                        + ps.stream().collect(Collectors.summarizingInt(P::s)));
        System.out.println(
                ps.stream().collect(Collectors.toMap(P::d, P::s, Integer::sum, LinkedHashMap::new))
                        + " "
                        + ps.stream().collect(Collectors.reducing(0, P::s, Math::max))
                        + " "
                        + ps.stream().max(Comparator.comparing(P::s)).map(P::n).get());
        try {
            ps.stream().collect(Collectors.toMap(P::d, P::n));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                Stream.iterate(1, i -> i < 100, i -> i * 3).toList()
                        + " "
                        + IntStream.iterate(10, i -> i - 3).takeWhile(i -> i > 0).boxed().toList()
                        + Stream.of(1, 5, 2, 6).dropWhile(i -> i != 2).toList());
        System.out.println(
                Stream.of(1, List.of(2, 3), 4)
                        .<Integer>mapMulti(
                                (o, c) -> {
                                    if (o instanceof Integer i) c.accept(i);
                                    else ((List<?>) o).forEach(x -> c.accept((Integer) x * 10));
                                })
                        .toList());
        StringBuilder log = new StringBuilder();
        Optional<Integer> f =
                Stream.of(3, 1, 2)
                        .peek(i -> log.append("p").append(i))
                        .sorted()
                        .peek(i -> log.append("s").append(i))
                        .filter(i -> i > 1)
                        .findFirst();
        System.out.println(f.get() + " " + log);
        Stream<String> once = Stream.of("a");
        once.count();
        try {
            once.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                IntStream.rangeClosed(1, 5)
                                .mapToObj(i -> "x".repeat(i))
                                .collect(
                                        Collectors.collectingAndThen(
                                                Collectors.toList(),
                                                l -> {
                                                    Collections.reverse(l);
                                                    return l;
                                                }))
                        + " "
                        + DoubleStream.of(1.5, 2.5).summaryStatistics());
        Spliterator<Integer> sp = List.of(1, 2, 3, 4, 5).spliterator(), half = sp.trySplit();
        System.out.println(
                half.estimateSize()
                        + " "
                        + sp.estimateSize()
                        + " "
                        + sp.hasCharacteristics(Spliterator.SIZED));
        Iterator<Integer> it = StreamSupport.stream(half, false).iterator();
        System.out.println(it.next());
        System.out.println(
                Stream.concat(Stream.of(1), Stream.empty())
                                .flatMapToInt(i -> IntStream.of(i, i))
                                .sum()
                        + " "
                        + Stream.generate(
                                        new Supplier<Integer>() {
                                            int n;

                                            public Integer get() {
                                                return n++;
                                            }
                                        })
                                .skip(3)
                                .limit(2)
                                .toList()
                        + " "
                        + "hello"
                                .chars()
                                .mapToObj(c -> (char) c)
                                .map(String::valueOf)
                                .distinct()
                                .collect(Collectors.joining())
                        + " "
                        + Arrays.stream(new int[] {3, 1, 2})
                                .boxed()
                                .sorted(Comparator.reverseOrder())
                                .toList()
                        + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b));
        System.out.println(
                IntStream.range(0, 1000)
                                .parallel()
                                .filter(i -> i % 7 == 0)
                                .mapToLong(i -> (long) i * i)
                                .sum()
                        + " "
                        + Stream.of("b", "a", "c").parallel().sorted().collect(Collectors.toList())
                        + " "
                        + Stream.of(1, 2, 3, 4)
                                .parallel()
                                .reduce(0, (a, b) -> a + b, Integer::sum));
        try {
            Stream.of(1, 2, 0).map(i -> 10 / i).forEach(i -> System.out.print(i + " "));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
