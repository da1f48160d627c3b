// errors:
// outcomes: true|false
import java.util.concurrent.*;

public class AwaitTimed {
    public static void main(String[] a) throws Exception {
        CountDownLatch x = new CountDownLatch(1);
        Thread t = new Thread(x::countDown);
        t.start();
        System.out.println("R " + x.await(1, TimeUnit.MILLISECONDS));
    }
}
