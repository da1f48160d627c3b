// errors:
// outcomes: IE|got
import java.util.concurrent.*;

public class SemInterrupt {
    static volatile String s;

    public static void main(String[] a) throws Exception {
        Semaphore m = new Semaphore(0);
        Thread t =
                new Thread(
                        () -> {
                            try {
                                m.acquire();
                                s = "got";
                            } catch (InterruptedException e) {
                                s = "IE";
                            }
                        });
        t.start();
        t.interrupt();
        m.release();
        t.join();
        System.out.println("R " + s);
    }
}
