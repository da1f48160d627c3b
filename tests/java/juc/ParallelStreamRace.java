// expect: violation uncaught_exception java.lang.AssertionError
import java.util.stream.IntStream;

/** forEach of a parallel stream adds to a plain array. */
public class ParallelStreamRace {
    public static void main(String[] args) {
        int[] n = new int[1];
        IntStream.range(0, 2).parallel().forEach(i -> n[0]++);
        assert n[0] == 2;
    }
}
