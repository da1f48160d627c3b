import java.io.*;

public class TraceCases {
    static class E1 extends Exception {
        E1(String m, Throwable c) {
            super(m, c);
        }
    }

    static class E2 extends RuntimeException {
        E2(Throwable c) {
            super(c);
        }

        @Override
        public String getMessage() {
            return "over " + super.getMessage();
        }
    }

    static class E3 extends Error {
        @Override
        public String toString() {
            return "E3!";
        }

        @Override
        public String getLocalizedMessage() {
            return "loc";
        }
    }

    static class Res implements AutoCloseable {
        final String n;

        Res(String n) {
            this.n = n;
        }

        public void close() throws IOException {
            throw new IOException("close " + n);
        }
    }

    static void a(int k) throws E1 {
        try {
            b(k);
        } catch (RuntimeException e) {
            throw new E1("a", e);
        }
    }

    static void b(int k) {
        c(k);
    }

    static void c(int k) {
        if (k == 0) throw new E2(new IllegalStateException("deep", new E3()));
        c(k - 1);
    }

    static void show(Throwable t) {
        StringWriter w = new StringWriter();
        t.printStackTrace(new PrintWriter(w));
        System.out.print(w);
        System.out.println(
                t + "|" + t.getMessage() + "|" + t.getCause() + "|" + t.getSuppressed().length);
    }

    public static void main(String[] args) throws Exception {
        try {
            a(3);
        } catch (E1 e) {
            show(e);
        }
        try (Res x = new Res("x");
                Res y = new Res("y")) {
            throw new IllegalArgumentException("body");
        } catch (Exception e) {
            show(e);
        }
        try (Res x = new Res("only")) {
            System.out.println("in");
        } catch (Exception e) {
            show(e);
        }
        Throwable self = new Throwable("self");
        Throwable o = new Exception("o", self);
        self.initCause(o);
        show(self);
        try {
            self.addSuppressed(self);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            self.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        try {
            new Exception("q", null).initCause(self);
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        Runnable r =
                () -> {
                    Runnable q =
                            () -> {
                                throw new UnsupportedOperationException("lam");
                            };
                    q.run();
                };
        try {
            r.run();
        } catch (RuntimeException e) {
            StackTraceElement[] st = e.getStackTrace();
            System.out.println(
                    st.length
                            + " "
                            + st[0].getLineNumber()
                            + " "
                            + st[0].getMethodName().startsWith("lambda$main$")
                            + " "
                            + st[0].getFileName());
        }
        try {
            Object x = "s";
            Integer i = (Integer) x;
        } catch (ClassCastException e) {
            show(e);
        }
        try {
            Object[] x = new Integer[1];
            x[0] = "s";
        } catch (ArrayStoreException e) {
            show(e);
        }
        try {
            int[] z = new int[-3];
        } catch (Throwable e) {
            show(e);
        }
        try {
            Object x = new int[0][];
            String[] y = (String[]) x;
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object x = Thread.State.NEW;
            Runnable y = (Runnable) x;
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            Class.forName("no.Such");
        } catch (ClassNotFoundException e) {
            System.out.println(e + " " + e.getCause());
        }
        try {
            "abc".substring(2, 1);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            "abc".charAt(9);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            Integer.parseInt("12x");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            Integer.parseInt("");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            Integer.parseInt(null);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            Long.parseLong("99999999999999999999");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            Double.parseDouble("x");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            Thread.State.valueOf("X");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            new java.util.ArrayList<>().get(0);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            java.util.List.of(1).add(2);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            new java.util.ArrayDeque<>().pop();
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            java.util.Optional.empty().get();
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            Math.toIntExact(1L << 40);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            Math.multiplyExact(1 << 30, 4);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            System.out.println(5L % 0L);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            Object[] s = {1, 2};
            System.arraycopy(s, 0, new String[2], 0, 2);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            System.arraycopy(new int[3], 1, new int[3], 2, 2);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            System.arraycopy(new int[3], 1, new long[3], 2, 1);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            System.arraycopy("", 1, new long[3], 2, 1);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            System.arraycopy(new int[3], -1, new int[3], 0, 1);
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        try {
            assert args.length > 3 : 1.5f;
        } catch (AssertionError e) {
            System.out.println(e);
        }
        try {
            assert false;
        } catch (AssertionError e) {
            System.out.println(e);
        }
        try {
            assert false : new Exception("cause");
        } catch (AssertionError e) {
            System.out.println(e + " " + e.getCause());
        }
        Thread t =
                new Thread(
                        () -> {
                            throw new E2(null);
                        },
                        "weird\"name");
        t.start();
        t.join();
        throw new E1("last", new E2(new E3()));
    }
}
