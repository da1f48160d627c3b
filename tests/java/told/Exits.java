/** A shutdown hook waits for a lock that the thread holds which calls exit. */
public class Exits {
    static int x;

    public static void main(String[] a) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (Exits.class) {
                x++;
            }
        }));
        new Thread(() -> {
            synchronized (Exits.class) {
                System.exit(0);
            }
        }).start();
    }
}
