// try-with-resources, suppressed, nested finally, multi-catch, stack traces, causes, custom
// exceptions.
import java.io.*;
import java.util.*;

public class Unwinding {
    static class R implements AutoCloseable {
        String n;
        boolean bad;

        R(String n, boolean bad) {
            this.n = n;
            this.bad = bad;
            System.out.print("+" + n);
        }

        public void close() throws IOException {
            System.out.print("-" + n);
            if (bad) throw new IOException("close " + n);
        }
    }

    static class My extends Exception {
        My(String m, Throwable c) {
            super(m, c, true, false);
        }

        @Override
        public String getLocalizedMessage() {
            return "loc " + getMessage();
        }
    }

    @SuppressWarnings("finally")
    static int fin(int k) {
        try {
            if (k == 0) return 1;
            if (k == 1) throw new RuntimeException("r");
            return 2;
        } catch (RuntimeException e) {
            return 3;
        } finally {
            if (k == 2) return 4;
            System.out.print("f" + k);
        }
    }

    static void deep(int n) {
        if (n == 0) throw new IllegalArgumentException("deep");
        deep(n - 1);
    }

    public static void main(String[] args) {
        try (R a = new R("a", true);
                R b = new R("b", false);
                R c = new R("c", true)) {
            System.out.print("body");
            throw new IllegalStateException("body");
        } catch (IllegalStateException | IOException e) {
            System.out.println(" " + e.getMessage() + Arrays.toString(e.getSuppressed()));
        }
        try (R a = new R("only", true)) {
        } catch (IOException e) {
            System.out.println(" " + e.getMessage() + e.getSuppressed().length);
        }
        try (R n = null) {
            System.out.println("null resource");
        } catch (IOException e) {
        }
        R ext = new R("ext", false);
        try (ext) {
            System.out.print("x");
        } catch (IOException e) {
        }
        System.out.println(fin(0) + "" + fin(1) + fin(2) + fin(3));
        try {
            try {
                deep(2);
            } catch (IllegalArgumentException e) {
                throw new My("outer", e);
            }
        } catch (My e) {
            StringWriter w = new StringWriter();
            e.printStackTrace(new PrintWriter(w));
            System.out.print(w);
            System.out.println(e + " " + e.getStackTrace().length);
        }
        Throwable t = new Throwable("t");
        t.initCause(new Error("cause"));
        try {
            t.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            t.addSuppressed(t);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        t.setStackTrace(
                new StackTraceElement[] {
                    new StackTraceElement("C", "m", "F.java", 7),
                    new StackTraceElement("C", "n", null, -2)
                });
        t.addSuppressed(new Exception("sup"));
        t.getSuppressed()[0].setStackTrace(new StackTraceElement[0]);
        t.getCause().setStackTrace(t.getStackTrace());
        t.printStackTrace(System.out);
        try {
            Object o = "s";
            Integer i = (Integer) o;
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[] a = new int[-1];
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[] a = new String[1];
            a[0] = 1;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(1 / (args.length));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            Enum.valueOf(Thread.State.class, "X");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Objects.requireNonNull(null, "msg");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Objects.checkIndex(3, 2);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
