// A StackOverflowError that is caught, measured and recovered from; and one uncaught in a thread
// that main outlives.
public class DeepRecursion {
    static int d;

    static int f(int n) {
        d = n;
        return f(n + 1) + 1;
    }

    static long g(long a, long b, String s) {
        return g(a + b, a, s + "x".length()) ^ b;
    }

    public static void main(String[] args) throws Exception {
        try {
            f(0);
        } catch (StackOverflowError e) {
            System.out.println(
                    (d > 500)
                            + " "
                            + e.getMessage()
                            + " "
                            + (e.getStackTrace().length > 100)
                            + e.getStackTrace()[5].getMethodName());
        }
        try {
            g(1, 1, "");
        } catch (StackOverflowError e) {
            System.out.println("again");
        }
        Thread t =
                new Thread(
                        null,
                        () -> {
                            try {
                                f(0);
                            } finally {
                                System.out.println("thread " + (d > 100));
                            }
                        },
                        "deep",
                        1 << 18);
        t.setUncaughtExceptionHandler(
                (x, e) -> System.out.println(x.getName() + e.getClass().getSimpleName()));
        t.start();
        t.join();
        System.out.println("main goes on");
    }
}
