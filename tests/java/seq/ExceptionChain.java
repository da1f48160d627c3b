// Causes, suppressed exceptions and full stack traces with line numbers, on both streams.
public class ExceptionChain {
    static class Res implements AutoCloseable {
        final String n;

        Res(String n) {
            this.n = n;
            System.out.println("open " + n);
        }

        public void close() throws Exception {
            System.out.println("close " + n);
            throw new Exception("closing " + n);
        }
    }

    static class Mine extends RuntimeException {
        Mine(String m, Throwable c) {
            super(m, c);
        }

        @Override
        public String toString() {
            return "Mine<" + getMessage() + ">";
        }
    }

    static void deep(int n) {
        if (n == 0) throw new IllegalArgumentException("bottom");
        try {
            deep(n - 1);
        } catch (IllegalArgumentException e) {
            if (n == 2) throw new Mine("at " + n, e);
            throw e;
        }
    }

    static class Quiet extends Exception {
        Quiet() {
            super("quiet", null, false, false);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Res a = new Res("a");
                Res b = new Res("b")) {
            System.out.println("body");
            throw new IllegalStateException("body failed");
        } catch (Exception e) {
            e.printStackTrace();
            e.printStackTrace(System.out);
            System.out.println(e.getSuppressed().length);
        }
        try {
            deep(4);
        } catch (RuntimeException e) {
            e.printStackTrace();
        }
        try {
            throw new Quiet();
        } catch (Quiet e) {
            e.addSuppressed(new Exception("dropped"));
            e.printStackTrace();
            System.out.println(e.getStackTrace().length + " " + e.getSuppressed().length);
        }
        Exception circular = new Exception("x");
        Exception other = new Exception("y", circular);
        circular.initCause(other);
        circular.printStackTrace();
        try {
            circular.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Exception moved = new Exception("moved");
        StackTraceElement[] st = {
            new StackTraceElement("a.B", "m", "B.java", 3),
            new StackTraceElement("C", "<init>", null, -1),
            new StackTraceElement("C", "nat", null, -2)
        };
        moved.setStackTrace(st);
        moved.printStackTrace();
        new Throwable(new Error("only cause")).printStackTrace();
        Runnable r =
                () -> {
                    throw new UnsupportedOperationException();
                };
        try {
            r.run();
        } catch (UnsupportedOperationException e) {
            System.out.println(
                    e
                            + " "
                            + e.getStackTrace()[0].getMethodName()
                            + " "
                            + e.getStackTrace()[0].getLineNumber());
        }
        Integer.parseInt("12x");
    }
}
