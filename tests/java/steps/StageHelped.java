// outcomes: 1m2mc|1mc2m|1t2mc|1t2tc|1tc2m|2m1mc|2m1tc|2mc1m|2t1mc|2t1tc|2tc1m|c1m2m
import java.util.concurrent.CompletableFuture;

/** Who completes a stage and who registers its dependents run these for one another. */
public class StageHelped {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = new CompletableFuture<>();
        StringBuffer s = new StringBuffer();
        Thread t = new Thread(() -> {
            f.complete(1);
            s.append("c");
        });
        t.start();
        f.thenRun(() -> s.append(Thread.currentThread() == t ? "1t" : "1m"));
        f.thenRun(() -> s.append(Thread.currentThread() == t ? "2t" : "2m"));
        t.join();
        System.out.println("R " + s);
    }
}
