/** The program ends by System.exit while another thread goes on; shutdown hooks look at it. */
public class Leaving {
    static int count;

    public static void main(String[] a) throws InterruptedException {
        Thread hook = new Thread(() -> System.out.println("R hook " + count));
        Thread t = null;
        switch (a[0]) {
            case "dies":
                t =
                        new Thread(
                                () -> {
                                    throw new IllegalStateException("dies");
                                });
                break;
            case "counts":
                Runtime.getRuntime().addShutdownHook(hook);
                t = new Thread(() -> count++);
                break;
            case "adds":
                t =
                        new Thread(
                                () -> {
                                    try {
                                        Runtime.getRuntime().addShutdownHook(hook);
                                        count = 1;
                                    } catch (IllegalStateException e) {
                                        count = 2;
                                    }
                                });
                break;
            default:
                Runtime.getRuntime().addShutdownHook(hook);
                t =
                        new Thread(
                                () -> {
                                    try {
                                        count = Runtime.getRuntime().removeShutdownHook(hook) ? 1 : 2;
                                    } catch (IllegalStateException e) {
                                        count = 3;
                                    }
                                });
        }
        t.start();
        System.exit(0);
    }
}
