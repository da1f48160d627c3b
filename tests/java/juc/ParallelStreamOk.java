// expect: no_errors
import java.util.stream.IntStream;

public class ParallelStreamOk {
    public static void main(String[] args) {
        assert IntStream.range(0, 2).parallel().map(x -> x * x).sum() == 1;
    }
}
