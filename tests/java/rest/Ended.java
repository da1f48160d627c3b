/** A thread is interrupted while it lives or when it has ended; another one when it has ended. */
public class Ended {
    static volatile boolean go;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            if (go) Thread.currentThread().interrupt();
        });
        t.start();
        go = true;
        t.join();
        Thread u = new Thread(() -> {});
        u.start();
        u.join();
        u.interrupt();
        System.out.println("R " + t.isInterrupted() + " " + u.isInterrupted());
    }
}
