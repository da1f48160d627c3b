// Streams: lazy order of operations, collectors, primitive streams, flatMap, iterate, parallel with
// ordered result.
import java.util.*;
import java.util.function.Function;
import java.util.stream.*;

public class Streams {
    record Emp(String n, String dept, int pay) {}

    public static void main(String[] args) {
        List<Emp> es =
                List.of(
                        new Emp("ann", "x", 10),
                        new Emp("bob", "y", 20),
                        new Emp("cid", "x", 30),
                        new Emp("dee", "z", 5),
                        new Emp("eve", "y", 25));
        TreeMap<String, Integer> byDept =
                es.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Emp::dept, TreeMap::new, Collectors.summingInt(Emp::pay)));
        System.out.println(byDept);
        System.out.println(
                es.stream()
                        .collect(
                                Collectors.partitioningBy(
                                        e -> e.pay() > 15,
                                        Collectors.mapping(Emp::n, Collectors.joining("/")))));
        System.out.println(
                es.stream()
                                .sorted(Comparator.comparing(Emp::pay).reversed())
                                .map(Emp::n)
                                .limit(3)
                                .collect(Collectors.toList())
                        + " "
                        + es.stream().mapToInt(Emp::pay).summaryStatistics());
        System.out.println(
                es.stream().collect(Collectors.toMap(Emp::n, Function.identity())).get("eve")
                        + " "
                        + es.stream().collect(Collectors.averagingDouble(Emp::pay))
                        + " "
                        + es.stream().max(Comparator.comparingInt(Emp::pay)).get().n());
        try {
            Stream.of(1, 1).collect(Collectors.toMap(x -> x, x -> "v" + x));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Stream.of("one", "two", "three", "four")
                .filter(
                        s -> {
                            System.out.print("f:" + s + " ");
                            return s.length() > 3;
                        })
                .map(
                        s -> {
                            System.out.print("m:" + s + " ");
                            return s.toUpperCase();
                        })
                .peek(s -> System.out.print("p:" + s + " "))
                .findFirst()
                .ifPresent(System.out::println);
        System.out.println(
                IntStream.rangeClosed(1, 10)
                                .filter(i -> i % 2 == 0)
                                .mapToObj(i -> i * i)
                                .map(String::valueOf)
                                .collect(Collectors.joining(",", "[", "]"))
                        + IntStream.range(0, 100).boxed().reduce(0, Integer::sum)
                        + " "
                        + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b)
                        + " "
                        + DoubleStream.of(1, 2, 4).average().getAsDouble());
        System.out.println(
                Stream.iterate(1, x -> x * 3).limit(6).toList()
                        + " "
                        + Stream.iterate(1, x -> x < 50, x -> x * 2).count()
                        + " "
                        + Stream.of(List.of(1, 2), List.of(3))
                                .flatMap(List::stream)
                                .map(x -> x + 1)
                                .toList()
                        + " "
                        + Stream.generate(() -> "g").limit(2).toList());
        System.out.println(
                Stream.of(5, 3, 5, 1, 3).distinct().sorted().toList()
                        + " "
                        + Stream.of(1, 2, 3, 4, 1).takeWhile(x -> x < 4).toList()
                        + Stream.of(1, 2, 3, 4, 1).dropWhile(x -> x < 3).toList()
                        + " "
                        + Stream.of(1, 2).anyMatch(x -> x > 1)
                        + Stream.of(1, 2).allMatch(x -> x > 1)
                        + Stream.empty().noneMatch(x -> true)
                        + " "
                        + Stream.of(1, 2, 3, 4)
                                .skip(1)
                                .mapMulti(
                                        (Integer x, java.util.function.Consumer<Object> c) -> {
                                            if (x % 2 == 0) {
                                                c.accept(x);
                                                c.accept(-x);
                                            }
                                        })
                                .toList());
        System.out.println(
                Arrays.stream(new int[] {3, 1, 2}).map(x -> -x).sorted().boxed().toList()
                        + " "
                        + "hello"
                                .chars()
                                .mapToObj(c -> (char) c)
                                .collect(
                                        Collectors.groupingBy(
                                                c -> c, LinkedHashMap::new, Collectors.counting()))
                        + " "
                        + Stream.of("a", "b")
                                .collect(
                                        StringBuilder::new,
                                        StringBuilder::append,
                                        StringBuilder::append)
                                .reverse());
        System.out.println(
                IntStream.range(0, 1000).parallel().map(x -> x * x).sum()
                        + " "
                        + IntStream.range(0, 50)
                                .parallel()
                                .boxed()
                                .map(x -> x + "")
                                .collect(Collectors.joining())
                        + " "
                        + es.parallelStream().map(Emp::n).toList());
        Stream<Integer> s = Stream.of(1);
        s.count();
        try {
            s.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                Optional.of(4).map(x -> x * 2).filter(x -> x > 9).or(() -> Optional.of(-1)).get()
                        + " "
                        + Optional.empty()
                        + Optional.ofNullable(null).orElse("e")
                        + OptionalInt.of(3)
                        + " "
                        + Collections.max(es, Comparator.comparing(Emp::n)).n()
                        + " "
                        + Stream.of(1, 2, 3)
                                .collect(
                                        Collectors.teeing(
                                                Collectors.counting(),
                                                Collectors.summingInt(x -> x),
                                                (a, b) -> a + ":" + b))
                        + " "
                        + Stream.of("b", "a")
                                .collect(
                                        Collectors.collectingAndThen(
                                                Collectors.toCollection(TreeSet::new),
                                                TreeSet::first)));
        try {
            Optional.empty().get();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                Stream.concat(Stream.of(1), Stream.of(2)).map(x -> x).unordered().toList()
                        + " "
                        + new Random(5).ints(5, 0, 100).boxed().toList()
                        + " "
                        + Stream.of(1, 2, 3, 4).reduce((a, b) -> a - b).get()
                        + " "
                        + IntStream.of(1, 2).asLongStream().mapToObj(Long::toString).toList());
    }
}
