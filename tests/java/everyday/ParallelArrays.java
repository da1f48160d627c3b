// Arrays' parallel operations, parallel streams with ordered results, spliterators over them,
// concurrent collectors; results do not depend on the schedule.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

public class ParallelArrays {
    public static void main(String[] args) throws Exception {
        int[] a = new Random(3).ints(20000, 0, 1000).toArray(), b = a.clone();
        Arrays.parallelSort(a);
        Arrays.sort(b);
        System.out.println(Arrays.equals(a, b) + " " + a[100]);
        long[] p = new long[10000];
        Arrays.parallelSetAll(p, i -> i);
        Arrays.parallelPrefix(p, Long::sum);
        System.out.println(p[9999]);
        String[] s = IntStream.range(0, 9000).mapToObj(Integer::toString).toArray(String[]::new);
        Arrays.parallelSort(s, Comparator.reverseOrder());
        System.out.println(s[0] + s[8999]);
        System.out.println(
                Arrays.stream(s)
                                .parallel()
                                .map(String::length)
                                .collect(
                                        Collectors.groupingByConcurrent(
                                                x -> x,
                                                ConcurrentSkipListMap::new,
                                                Collectors.counting()))
                        + " "
                        + IntStream.range(0, 500)
                                .parallel()
                                .boxed()
                                .collect(Collectors.toList())
                                .indexOf(77)
                        + " "
                        + Stream.of(5, 3, 4)
                                .parallel()
                                .sorted()
                                .map(String::valueOf)
                                .collect(Collectors.joining(","))
                        + " "
                        + IntStream.rangeClosed(1, 100)
                                .parallel()
                                .filter(i -> i % 3 == 0)
                                .findFirst()
                                .getAsInt()
                        + IntStream.range(0, 100).parallel().anyMatch(i -> i == 99)
                        + IntStream.range(0, 1000).parallel().skip(10).limit(5).sum());
        AtomicLong n = new AtomicLong();
        IntStream.range(0, 1000).parallel().forEach(i -> n.addAndGet(i));
        System.out.println(
                n
                        + " "
                        + new ForkJoinPool(3)
                                .submit(() -> IntStream.range(0, 100).parallel().sum())
                                .get()
                        + " "
                        + IntStream.range(0, 64)
                                .parallel()
                                .mapToObj(i -> "" + (char) ('a' + i % 26))
                                .reduce("", String::concat)
                                .length());
        StringBuilder sb = new StringBuilder();
        IntStream.range(0, 20).parallel().forEachOrdered(sb::append);
        System.out.println(sb);
        ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 1000; i++) m.merge(i % 10, i, Integer::sum);
        System.out.println(
                m.reduceValues(1, Integer::sum)
                        + " "
                        + m.search(1, (k, v) -> k == 7 ? v : null)
                        + " "
                        + m.mappingCount()
                        + m.reduceKeysToLong(1, k -> k, 0, Long::sum));
        try {
            IntStream.range(0, 100).parallel().map(i -> 10 / (i - 50)).sum();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        List<Integer> l = Collections.synchronizedList(new ArrayList<>());
        List.of(1, 2, 3, 4).parallelStream().forEach(l::add);
        Collections.sort(l);
        System.out.println(
                l
                        + ""
                        + DoubleStream.iterate(1, x -> x / 2).limit(10).parallel().sum()
                        + Stream.iterate(1, x -> x + 1)
                                .parallel()
                                .limit(50)
                                .mapToInt(x -> x)
                                .max()
                                .getAsInt()
                        + IntStream.range(0, 50)
                                .parallel()
                                .boxed()
                                .collect(
                                        Collectors.partitioningBy(
                                                x -> x > 40, Collectors.counting())));
    }
}
