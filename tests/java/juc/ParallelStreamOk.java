// expect: no_errors
// fine: slow
import java.util.stream.IntStream;

public class ParallelStreamOk {
    public static void main(String[] args) {
        assert IntStream.range(0, 4).parallel().map(x -> x * x).sum() == 14;
    }
}
