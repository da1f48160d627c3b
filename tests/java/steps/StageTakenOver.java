// outcomes: EFH|EHF|FEH|Ff!H|HEF|Hf!F|f!FH|f!HF
import java.util.concurrent.CompletableFuture;

/** One of two sources has fired a stage and not yet looked at its dependents: the other source runs these. */
public class StageTakenOver {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>(), h = new CompletableFuture<>();
        StringBuffer s = new StringBuffer();
        Thread t = new Thread(() -> {
            f.complete("f");
            s.append("F");
        });
        Thread u = new Thread(() -> {
            h.completeExceptionally(new RuntimeException("x"));
            s.append("H");
        });
        f.applyToEither(h, x -> x + "!").exceptionally(e -> "E").thenAccept(s::append);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println("R " + s);
    }
}
