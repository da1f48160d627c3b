// expect: violation uncaught_exception java.lang.AssertionError
// jdk: 21
import java.util.concurrent.Executors;

/** One virtual thread a task, one plain counter. */
public class VirtualCounter {
    static int n;

    public static void main(String[] args) {
        try (var ex = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) ex.submit(() -> n++);
        }
        assert n == 2 : n;
    }
}
