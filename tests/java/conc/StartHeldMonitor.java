// expect: violation deadlock
// Thread.start enters the thread's monitor, which one has who waits for a lock of the starter's.
public class StartHeldMonitor {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread t = new Thread(() -> { });
        Thread holder = new Thread(() -> {
            synchronized (t) {
                synchronized (lock) {
                    Thread.yield();
                }
            }
        });
        Thread starter = new Thread(() -> {
            synchronized (lock) {
                t.start();
            }
        });
        holder.start();
        starter.start();
        holder.join();
        starter.join();
    }
}
