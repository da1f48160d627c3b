// errors: AssertionError
// outcomes: d
public class DaemonAssert {
    static volatile int x;

    public static void main(String[] a) {
        Thread t =
                new Thread(
                        () -> {
                            System.out.println("R d");
                            assert x == 0;
                        });
        t.setDaemon(true);
        t.start();
        x = 1;
    }
}
