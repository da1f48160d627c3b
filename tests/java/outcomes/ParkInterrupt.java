// errors:
// outcomes: true
import java.util.concurrent.locks.*;

public class ParkInterrupt {
    public static void main(String[] a) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            LockSupport.park();
                            System.out.println("R " + Thread.currentThread().isInterrupted());
                        });
        t.start();
        t.interrupt();
    }
}
