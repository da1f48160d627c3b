// verdict: uncaught_exception java.lang.AssertionError (each variant)
// One thread has ended before the other begins, and main as well: what the second one does is no less in
// conflict with what the first one did.
import java.util.concurrent.CountDownLatch;

public class Alone {
    static int x;
    static int[] cells = new int[1];
    static final CountDownLatch latch = new CountDownLatch(1);
    static final Object lock = new Object();

    static void check(boolean first) {
        if (first) throw new AssertionError("came first");
    }

    public static void main(String[] args) {
        Runnable one, two;
        switch (args[0]) {
            case "static":
                one = () -> x = 1;
                two = () -> check(x == 0);
                break;
            case "array":
                one = () -> cells[0] = 1;
                two = () -> check(cells[0] == 0);
                break;
            case "lock":
                one = () -> {
                    for (int i = 0; i < 8; i++)
                        synchronized (lock) {
                            x = 1;
                            x = 2;
                        }
                };
                two = () -> check(x == 1);
                break;
            case "joiner": // ended threads that the survivor has joined, and one that it has not
                one = () -> x = 1;
                Thread helper = new Thread(() -> { });
                two = () -> {
                    helper.start();
                    try {
                        helper.join();
                    } catch (InterruptedException e) {
                        return;
                    }
                    check(x == 0);
                };
                break;
            default:
                one = latch::countDown;
                two = () -> check(latch.getCount() == 1);
        }
        new Thread(one).start();
        new Thread(two).start();
    }
}
