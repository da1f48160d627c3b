// expect: no_errors
import java.util.concurrent.locks.LockSupport;
public class ParkUnpark {
    public static void main(String[] args) {
        final Thread m = Thread.currentThread();
        new Thread() { public void run() { LockSupport.unpark(m); } }.start();
        LockSupport.park();
    }
}
