// outcomes: 1z x|1z xy|1z y|1z yx
// invokeAll asks each task whether it is done before it waits for it: one returns, one throws, and a third thread asks.
import java.util.*;
import java.util.concurrent.*;

public class InvokeAllTwo {
    static volatile String r = "";

    public static void main(String[] a) throws Exception {
        ExecutorService p = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> l = List.of(
                () -> {
                    r += "x";
                    return 1;
                },
                () -> {
                    r += "y";
                    throw new IllegalStateException("z");
                });
        String s = "";
        for (Future<Integer> f : p.invokeAll(l)) {
            try {
                s += f.get();
            } catch (ExecutionException e) {
                s += e.getCause().getMessage();
            }
        }
        p.shutdown();
        System.out.println("R " + s + " " + r);
    }
}
