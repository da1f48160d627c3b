// outcomes: 0|1
// errors:

/** A daemon that comes between what the last user thread does and its end, which cuts the daemon off. */
public class DaemonSees {
    static int x;

    public static void main(String[] a) {
        Thread main = Thread.currentThread();
        Thread d = new Thread(() -> System.out.println("R " + x));
        d.setDaemon(true);
        d.start();
        new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                return;
            }
            x = 1;
        }).start();
    }
}
