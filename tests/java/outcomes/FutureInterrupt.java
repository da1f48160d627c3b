// errors:
// outcomes: IE|5
import java.util.concurrent.*;

public class FutureInterrupt {
    static volatile String s;

    public static void main(String[] a) throws Exception {
        FutureTask<Integer> f = new FutureTask<>(() -> 5);
        Thread t =
                new Thread(
                        () -> {
                            try {
                                s = "" + f.get();
                            } catch (InterruptedException e) {
                                s = "IE";
                            } catch (ExecutionException e) {
                                s = "EE";
                            }
                        });
        t.start();
        t.interrupt();
        f.run();
        t.join();
        System.out.println("R " + s);
    }
}
