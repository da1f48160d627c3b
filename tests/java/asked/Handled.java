/** A handler is replaced while the thread that it is for ends by an exception. */
public class Handled {
    static String who = "nobody";

    public static void main(String[] a) throws InterruptedException {
        Thread x =
                new Thread(
                        () -> {
                            throw new RuntimeException("x");
                        });
        x.setUncaughtExceptionHandler((y, e) -> who = "first");
        Thread t = new Thread(() -> x.setUncaughtExceptionHandler((y, e) -> who = "second"));
        t.start();
        x.start();
        t.join();
        x.join();
        System.out.println("R " + who);
    }
}
