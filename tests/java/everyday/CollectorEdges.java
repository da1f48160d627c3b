// Collectors: teeing, groupingBy with downstreams and factories, partitioningBy, flatMapping, filtering,
// reducing, toMap merges, own collectors, duplicate keys.
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import static java.util.stream.Collectors.*;

public class CollectorEdges {
    record Emp(String name, String dept, int age, double pay, List<String> skills) {}
    static void say(Object o) { System.out.println(o); }
    public static void main(String[] args) {
        List<Emp> es = List.of(new Emp("Ann", "dev", 30, 100.5, List.of("java", "c")),
            new Emp("Bob", "dev", 40, 90.25, List.of("c")), new Emp("Cid", "ops", 25, 70, List.of()),
            new Emp("Dee", "ops", 35, 80.75, List.of("sh", "c", "go")), new Emp("Eve", "hr", 50, 60, List.of("talk")));
        say(es.stream().collect(groupingBy(Emp::dept, TreeMap::new, mapping(Emp::name, joining("/", "<", ">")))));
        System.out.println(new TreeMap<>(es.stream().collect(groupingBy(Emp::dept, averagingDouble(Emp::pay)))));
        System.out.println(new TreeMap<>(es.stream().collect(
            groupingBy(Emp::dept, flatMapping(e -> e.skills().stream(), toCollection(TreeSet::new))))));
        say(es.stream().collect(partitioningBy(e -> e.age() > 33, collectingAndThen(counting(), n -> "n" + n))));
        System.out.println(new TreeMap<>(
            es.stream().collect(groupingBy(Emp::dept, filtering(e -> e.pay() > 75, summingInt(Emp::age))))));
        say(es.stream().collect(teeing(minBy(Comparator.comparingInt(Emp::age)),
            maxBy(Comparator.comparingDouble(Emp::pay)), (a, b) -> a.get().name() + b.get().name())));
        say(es.stream().collect(toMap(Emp::dept, Emp::pay, Double::sum, LinkedHashMap::new)));
        say(es.stream().collect(reducing(0, Emp::age, Integer::sum)) + " "
            + es.stream().map(Emp::pay).collect(reducing(Double::max)));
        DoubleSummaryStatistics st = es.stream().collect(summarizingDouble(Emp::pay));
        System.out.println(st + " " + es.stream().collect(summarizingInt(Emp::age)) + " "
                           + es.stream().collect(averagingInt(Emp::age)));
        try {
            es.stream().collect(toMap(Emp::dept, Emp::name));
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try {
            es.stream().collect(toMap(Emp::name, e -> (String) null));
        } catch (NullPointerException e) { System.out.println("null value"); }
        try {
            es.stream().collect(groupingBy(e -> (String) null));
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        Collector<String, StringJoiner, String> own = Collector.of(
            () -> new StringJoiner("+", "{", "}"), StringJoiner::add, StringJoiner::merge, StringJoiner::toString);
        System.out.println(
            Stream.of("x", "y").collect(own) + Stream.<String>empty().collect(own) + own.characteristics());
        System.out.println(Stream.of(5, 3, 8).collect(toUnmodifiableList()) + " "
                           + Stream.of(5, 3, 5).collect(toCollection(ArrayDeque::new))
                           + new TreeSet<>(Stream.of(1, 2, 2).collect(toUnmodifiableSet())));
        say(es.stream().collect(groupingBy(
            e -> e.pay() > 75, TreeMap::new, groupingBy(Emp::dept, TreeMap::new, mapping(Emp::age, toList())))));
        System.out.println(Stream.iterate(1, x -> x < 200, x -> x * 3)
                .takeWhile(x -> x < 90)
                .dropWhile(x -> x < 3)
                .mapMulti((Integer x, Consumer<Object> c) -> {
                    c.accept(x);
                    if (x % 9 == 0) c.accept("n" + x);
                })
                .toList());
        System.out.println(IntStream.rangeClosed(1, 5)
                               .boxed()
                               .sorted(Collections.reverseOrder())
                               .map(String::valueOf)
                               .collect(joining(","))
                           + IntStream.of(3, 1, 2).summaryStatistics());
        System.out.println(Stream.of("b", "a", "c")
                               .sorted(Comparator.nullsFirst(Comparator.<String>naturalOrder().reversed()))
                               .toList()
                           + Arrays.toString(Stream.of(1, 2).flatMapToInt(i -> IntStream.range(0, i)).toArray()));
        System.out.println(Stream.of(1, 2, 3, 4)
                               .peek(x -> System.out.print("p" + x + " "))
                               .filter(x -> x % 2 == 0)
                               .skip(1)
                               .findFirst()
                               .get()
                           + " " + Stream.of(1, 1, 2).distinct().count()
                           + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b));
        Stream<Integer> once = Stream.of(1);
        once.forEach(x -> {});
        try {
            once.count();
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try (Stream<String> s = Stream.of("q").onClose(() -> System.out.println("closed 1")).onClose(() -> {
            throw new RuntimeException("c2");
        })) {
            System.out.println(s.toList());
        } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        System.out.println(
            DoubleStream.of(0.1, 0.2, 0.3, 0.4).sum() + " " + DoubleStream.of(1, Double.NaN).max() + " "
            + IntStream.empty().average()
            + Stream.concat(Stream.of(1), Stream.of("a")).map(Object::getClass).map(Class::getSimpleName).toList());
        Spliterator<Integer> sp = List.of(1, 2, 3, 4, 5).spliterator();
        Spliterator<Integer> half = sp.trySplit();
        sp.forEachRemaining(x -> System.out.print(x));
        half.tryAdvance(x -> System.out.print("h" + x));
        System.out.println(half.estimateSize() + " " + sp.hasCharacteristics(Spliterator.SIZED));
    }
}
