// outcomes: 0001|0011|0101|0111|1001|1011
import java.util.concurrent.CompletableFuture;

/** A dependent stage is counted before the thread that registers it has looked whether it may fire it. */
public class StageDependents {
    static int runs;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        Thread t = new Thread(() -> f.thenAccept(v -> runs++));
        t.start();
        int before = f.getNumberOfDependents();
        f.complete(1);
        int after = f.getNumberOfDependents(), seen = runs;
        t.join();
        System.out.println("R " + before + after + seen + runs);
    }
}
