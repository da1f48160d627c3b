// finally: return overrides, rethrow, nesting, values computed before it runs, break and continue
// through it.
public class Finally {
    static StringBuilder log = new StringBuilder();

    @SuppressWarnings("finally")
    static int a() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    static int b() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 5;
        }
    }

    static int[] c() {
        int[] x = {1};
        try {
            return x;
        } finally {
            x[0] = 5;
        }
    }

    @SuppressWarnings("finally")
    static int d() {
        try {
            throw new RuntimeException("lost");
        } finally {
            return 3;
        }
    }

    static int e(int n) {
        try {
            log.append("t").append(n);
            if (n == 0) throw new IllegalStateException("zero");
            return 10 / (n - 1);
        } catch (ArithmeticException x) {
            log.append("c");
            return e(0);
        } catch (IllegalStateException x) {
            log.append("i");
            return -1;
        } finally {
            log.append("f").append(n);
        }
    }

    static int loop() {
        int n = 0;
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                try {
                    if (j == 2) continue outer;
                    if (i == 3) break outer;
                    n += 10;
                } finally {
                    n++;
                }
            }
        }
        return n;
    }

    static void nested() throws Exception {
        try {
            try {
                throw new Exception("inner");
            } finally {
                try {
                    throw new RuntimeException("in finally");
                } catch (RuntimeException x) {
                    log.append("[").append(x.getMessage()).append("]");
                } finally {
                    log.append("[deep]");
                }
            }
        } catch (Exception x) {
            log.append(x.getMessage());
            throw new Exception("outer", x);
        } finally {
            log.append("[end]");
        }
    }

    static long wide() {
        long l = 1L << 40;
        double q = 2.5;
        try {
            return l + (long) q;
        } finally {
            l = 0;
            q = 0;
        }
    }

    public static void main(String[] args) {
        System.out.println(
                a() + " " + b() + " " + c()[0] + " " + d() + " " + e(1) + " " + e(2) + " " + e(0)
                        + " " + loop() + " " + wide());
        try {
            nested();
        } catch (Exception x) {
            System.out.println(log + " " + x + " " + x.getCause());
        }
        try {
            try {
                throw new Error("first");
            } finally {
                Object o = null;
                o.hashCode();
            }
        } catch (Throwable t) {
            System.out.println(t);
        }
        int k = 0;
        do {
            try {
                k++;
                if (k < 3) continue;
            } finally {
                System.out.print("k" + k + " ");
            }
        } while (k < 3);
        System.out.println();
    }
}
