// outcomes: x x|x y|y y
import java.util.concurrent.CompletableFuture;

/** obtrudeValue changes what a later getNow sees. */
public class StageObtrude {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<>();
        Thread t = new Thread(() -> { f.complete("x"); f.obtrudeValue("y"); });
        t.start();
        String s = f.join(), u = f.getNow("n");
        System.out.println("R " + s + " " + u);
    }
}
