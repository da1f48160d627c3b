// finally against return, break, continue, rethrow, nested resources, suppressed exceptions, null
// resources, exceptions out of close.
public class FinallyFlow {
    static class R implements AutoCloseable {
        final String n;
        final boolean bad;

        R(String n, boolean bad) {
            this.n = n;
            this.bad = bad;
            System.out.print("+" + n);
        }

        public void close() {
            System.out.print("-" + n);
            if (bad) throw new IllegalStateException("close " + n);
        }
    }

    @SuppressWarnings("finally")
    static int over() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    static int keep() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 5;
        }
    }

    static StringBuilder kept() {
        StringBuilder b = new StringBuilder("a");
        try {
            return b;
        } finally {
            b.append("b");
        }
    }

    @SuppressWarnings("finally")
    static int loop() {
        int n = 0;
        for (int i = 0; i < 5; i++)
            try {
                if (i == 3) break;
                n += i;
            } finally {
                n += 100;
                if (i == 1) continue;
            }
        return n;
    }

    @SuppressWarnings("finally")
    static String swallow() {
        try {
            throw new Error("lost");
        } finally {
            return "swallowed";
        }
    }

    static void res(boolean body, boolean a, boolean b) {
        try (R x = new R("x", a);
                R y = new R("y", b);
                R z = null) {
            System.out.print("body");
            if (body) throw new RuntimeException("body");
        } catch (RuntimeException e) {
            System.out.print(" " + e.getMessage());
            for (Throwable t : e.getSuppressed()) System.out.print(" [" + t.getMessage() + "]");
        } finally {
            System.out.println(" fin");
        }
    }

    static int nest(int k) throws Exception {
        try {
            try {
                if (k == 0) throw new java.io.IOException("io");
                if (k == 1) throw new IllegalArgumentException("ia");
                return k;
            } catch (java.io.IOException e) {
                throw new Exception("wrapped", e);
            } finally {
                k += 10;
                if (k == 11) throw new RuntimeException("from finally");
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            return -1;
        }
    }

    static void thrower(Throwable t) {
        FinallyFlow.<RuntimeException>sneak(t);
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneak(Throwable t) throws T {
        throw (T) t;
    }

    static int depth(int n) {
        try {
            return depth(n + 1);
        } catch (StackOverflowError e) {
            return 1;
        }
    }

    public static void main(String[] args) {
        System.out.println(over() + keep() + kept().toString() + loop() + swallow());
        for (int m = 0; m < 8; m++) res((m & 1) != 0, (m & 2) != 0, (m & 4) != 0);
        for (int k = 0; k < 3; k++)
            try {
                System.out.println(nest(k));
            } catch (Exception e) {
                System.out.println(e + " <- " + e.getCause());
            }
        try {
            thrower(new java.io.IOException("sneaked"));
        } catch (Exception e) {
            System.out.println(e);
        }
        System.out.println(depth(0));
        Throwable t = new Exception("outer", new RuntimeException("mid", new Error("root")));
        t.addSuppressed(new Exception("sup"));
        StackTraceElement[] none = {};
        for (Throwable x = t; x != null; x = x.getCause()) x.setStackTrace(none);
        t.getSuppressed()[0].setStackTrace(none);
        t.printStackTrace();
        try {
            t.addSuppressed(t);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Exception("a", null).initCause(t);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        throw new IllegalStateException("end", new FinallyFlowException(3));
    }

    static class FinallyFlowException extends RuntimeException {
        final int code;

        FinallyFlowException(int c) {
            super(null, null, true, false);
            code = c;
        }

        @Override
        public String getMessage() {
            return "code " + code;
        }

        @Override
        public String toString() {
            return "FFE#" + code;
        }
    }
}
