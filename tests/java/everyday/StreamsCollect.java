// Streams: collectors, flat maps, primitives, laziness, ordering, infinite streams, reduction,
// teeing, statistics.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class StreamsCollect {
    record E(String n, String d, int s) {}

    public static void main(String[] args) {
        List<E> es =
                List.of(
                        new E("ann", "x", 10),
                        new E("bob", "y", 20),
                        new E("cid", "x", 30),
                        new E("dee", "z", 5));
        System.out.println(
                es.stream()
                                .collect(
                                        Collectors.groupingBy(
                                                E::d, TreeMap::new, Collectors.summingInt(E::s)))
                        + " "
                        + es.stream()
                                .collect(
                                        Collectors.partitioningBy(
                                                e -> e.s() > 9,
                                                Collectors.mapping(
                                                        E::n, Collectors.joining(",", "<", ">")))));
        System.out.println(
                es.stream().collect(Collectors.toMap(E::d, E::s, Integer::sum, LinkedHashMap::new))
                        + " "
                        + es.stream()
                                .collect(
                                        Collectors.teeing(
                                                Collectors.counting(),
                                                Collectors.averagingInt(E::s),
                                                (a, b) -> a + ":" + b))
                        + " "
                        + es.stream()
                                .collect(
                                        Collectors.collectingAndThen(
                                                Collectors.toList(), List::size)));
        System.out.println(
                es.stream()
                                .sorted(
                                        Comparator.comparing(E::d)
                                                .thenComparing(E::s, Comparator.reverseOrder()))
                                .map(E::n)
                                .toList()
                        + " "
                        + es.stream().max(Comparator.comparingInt(E::s)).get().n()
                        + " "
                        + es.stream().map(E::s).reduce(0, Integer::sum)
                        + " "
                        + es.stream().collect(Collectors.summarizingInt(E::s)));
        List<String> log = new ArrayList<>();
        Optional<Integer> first =
                Stream.of(1, 2, 3, 4)
                        .peek(x -> log.add("p" + x))
                        .filter(x -> x % 2 == 0)
                        .map(
                                x -> {
                                    log.add("m" + x);
                                    return x * x;
                                })
                        .findFirst();
        System.out.println(first + " " + log);
        System.out.println(
                IntStream.rangeClosed(1, 5)
                                .mapToObj(i -> "x".repeat(i))
                                .collect(Collectors.joining(" "))
                        + " "
                        + IntStream.iterate(1, i -> i < 100, i -> i * 3).boxed().toList()
                        + " "
                        + Stream.iterate(new int[] {0, 1}, f -> new int[] {f[1], f[0] + f[1]})
                                .limit(10)
                                .map(f -> f[0])
                                .toList());
        System.out.println(
                Stream.of(List.of(1, 2), List.of(3))
                                .flatMap(List::stream)
                                .mapToInt(Integer::intValue)
                                .sum()
                        + " "
                        + Stream.of("a,b", "c")
                                .<String>mapMulti(
                                        (s, c) -> {
                                            for (String p : s.split(",")) c.accept(p);
                                        })
                                .toList()
                        + " "
                        + "hello"
                                .chars()
                                .mapToObj(c -> (char) c)
                                .collect(
                                        Collectors.groupingBy(
                                                Function.identity(),
                                                LinkedHashMap::new,
                                                Collectors.counting())));
        System.out.println(
                Stream.of(3, 1, 2, 3, 1).distinct().skip(1).sorted().takeWhile(x -> x < 3).toList()
                        + " "
                        + Stream.of(1, 2, 3, 4).dropWhile(x -> x < 3).anyMatch(x -> x == 4)
                        + Stream.empty().allMatch(x -> false)
                        + Stream.of(1).noneMatch(x -> x > 1));
        System.out.println(
                DoubleStream.of(1.5, 2.5).average().getAsDouble()
                        + " "
                        + LongStream.range(0, 5).reduce((a, b) -> a * 10 + b).getAsLong()
                        + " "
                        + IntStream.of(3, 1, 2).boxed().sorted(Collections.reverseOrder()).toList()
                        + " "
                        + IntStream.empty().max()
                        + " "
                        + DoubleStream.of(0.1, 0.2, 0.3).sum()
                        + " "
                        + Arrays.stream(new int[] {1, 2, 3}, 1, 3).summaryStatistics());
        System.out.println(
                Stream.concat(Stream.of(1), Stream.of(2))
                                .collect(ArrayList::new, ArrayList::add, ArrayList::addAll)
                        + " "
                        + Stream.of(1, 2, 3)
                                .collect(Collectors.reducing(1, x -> x + 1, (a, b) -> a * b))
                        + " "
                        + Collections.nCopies(3, "q").stream()
                                .collect(Collectors.toCollection(ArrayDeque::new))
                        + " "
                        + Stream.generate(
                                        new Supplier<Integer>() {
                                            int n;

                                            public Integer get() {
                                                return n++;
                                            }
                                        })
                                .limit(3)
                                .toList());
        Stream<Integer> used = Stream.of(1);
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Stream.of("a", "a").collect(Collectors.toMap(x -> x, x -> 1));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                IntStream.range(0, 1000).parallel().filter(i -> i % 7 == 0).sum()
                        + " "
                        + List.of(5, 3, 1).parallelStream()
                                .sorted()
                                .map(String::valueOf)
                                .collect(Collectors.joining())
                        + " "
                        + StreamSupport.stream(List.of(1, 2).spliterator(), false).count()
                        + " "
                        + Stream.of(1, 2, 3)
                                .onClose(() -> System.out.print("closed "))
                                .toArray(Integer[]::new)
                                .length);
        System.out.println(
                es.stream()
                                .collect(
                                        Collectors.filtering(
                                                e -> e.s() > 5,
                                                Collectors.flatMapping(
                                                        e -> Stream.of(e.n(), e.d()),
                                                        Collectors.toCollection(TreeSet::new))))
                        + " "
                        + es.stream()
                                .collect(Collectors.minBy(Comparator.comparing(E::n)))
                                .map(E::n)
                                .orElse("-"));
    }
}
