// expect: violation uncaught_exception java.lang.AssertionError
import java.util.concurrent.CompletableFuture;

/** Two stages append to one StringBuilder. */
public class PipelineSharedBuilder {
    public static void main(String[] args) {
        StringBuilder log = new StringBuilder();
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> log.append("a"));
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> log.append("b"));
        CompletableFuture.allOf(a, b).join();
        assert log.length() == 2 && log.indexOf("a") >= 0 && log.indexOf("b") >= 0 : log;
    }
}
