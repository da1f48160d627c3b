// expect: no_errors
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A parallel map and collect keeps the order. */
public class ParallelStreamCollect {
    public static void main(String[] args) {
        List<Integer> squares = IntStream.rangeClosed(1, 2).parallel().mapToObj(i -> i * i).collect(Collectors.toList());
        assert squares.equals(List.of(1, 4)) : squares;
    }
}
