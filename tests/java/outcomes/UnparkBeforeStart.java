// errors: deadlock
// outcomes:
import java.util.concurrent.locks.*;

public class UnparkBeforeStart {
    public static void main(String[] a) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            LockSupport.park();
                            System.out.println("R done");
                        });
        LockSupport.unpark(t);
        t.start();
    }
}
