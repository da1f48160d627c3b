// expect: violation deadlock
import java.util.concurrent.locks.LockSupport;
public class ParkForever {
    public static void main(String[] args) {
        final Thread m = Thread.currentThread();
        LockSupport.unpark(m);
        LockSupport.park();
        LockSupport.park();
    }
}
