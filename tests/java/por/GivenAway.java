/** args[0] threads that do the same, each with an array that main fills in a loop before it starts the thread. */
public class GivenAway {
    static final Object monitor = new Object();
    static int x;

    public static void main(String[] args) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            int[] given = new int[8];
            Thread t = new Thread(() -> {
                synchronized (monitor) {
                    x += given[0];
                }
            });
            for (int k = 0; k < given.length; k++) given[k] = k;
            t.start();
        }
    }
}
