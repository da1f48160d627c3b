// errors:
// outcomes: IE|ok
import java.util.concurrent.*;

public class LatchInterrupt {
    static volatile String s;

    public static void main(String[] a) throws Exception {
        CountDownLatch m = new CountDownLatch(1);
        Thread t =
                new Thread(
                        () -> {
                            try {
                                m.await();
                                s = "ok";
                            } catch (InterruptedException e) {
                                s = "IE";
                            }
                        });
        t.start();
        t.interrupt();
        m.countDown();
        t.join();
        System.out.println("R " + s);
    }
}
