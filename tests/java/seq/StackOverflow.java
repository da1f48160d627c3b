// StackOverflowError is thrown, caught, and leaves the stack usable, several times.
public class StackOverflow {
    static int depth;

    static int down(int n) {
        depth++;
        return down(n + 1) + 1;
    }

    static long fin(long n, double d) {
        try {
            return fin(n + 1, d * 2);
        } finally {
            depth++;
        }
    }

    static Object init(Object o) {
        return new StackOverflow(o);
    }

    Object held;

    StackOverflow(Object o) {
        held = init(this);
    }

    static synchronized void locked(int n) {
        depth = Math.max(depth, n);
        locked(n + 1);
    }

    @Override
    public String toString() {
        return "x" + this;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            depth = 0;
            try {
                down(0);
            } catch (StackOverflowError e) {
                System.out.println(
                        "caught "
                                + (depth > 500)
                                + " "
                                + e.getMessage()
                                + " "
                                + e.getStackTrace()[0].getMethodName()
                                + " "
                                + (e.getStackTrace().length <= 1024));
            }
        }
        depth = 0;
        try {
            fin(0, 1);
        } catch (StackOverflowError e) {
            System.out.println("finally " + (depth > 300));
        }
        try {
            init(null);
        } catch (StackOverflowError e) {
            System.out.println("constructor");
        }
        depth = 0;
        try {
            locked(0);
        } catch (StackOverflowError e) {
            System.out.println(
                    "locked " + (depth > 300) + " " + Thread.holdsLock(StackOverflow.class));
        }
        Thread t =
                new Thread(
                        () -> {
                            try {
                                down(0);
                            } catch (StackOverflowError e) {
                                System.out.println("in thread");
                            }
                        });
        t.start();
        t.join();
        System.out.println(sum(300));
    }

    static int sum(int n) {
        return n == 0 ? 0 : n + sum(n - 1);
    }
}
