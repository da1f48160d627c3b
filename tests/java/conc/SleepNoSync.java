// expect: violation uncaught_exception java.lang.IllegalStateException
/** A sleep is no synchronization: it may end before the other thread has begun. */
public class SleepNoSync {
    static volatile boolean done;
    public static void main(String[] args) throws InterruptedException {
        new Thread() { public void run() { done = true; } }.start();
        Thread.sleep(1000);
        if (!done) throw new IllegalStateException("too early");
    }
}
