// expect: violation uncaught_exception
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** forEach of a parallel stream into an ArrayList. */
public class ParallelForEachList {
    public static void main(String[] args) {
        List<Integer> out = new ArrayList<>();
        IntStream.range(0, 3).parallel().forEach(out::add);
        assert out.size() == 3 : out;
    }
}
