// Stack traces: causes and suppressed, cycles, frames in common, custom toString, writable and not,
// lambdas and reflection in between, StackWalker, uncaught handlers.
import java.io.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class TraceEdges {
    static class Quiet extends RuntimeException {
        Quiet(String m, boolean s, boolean w) { super(m, null, s, w); }
    }
    static class Named extends Exception {
        Named(String m, Throwable c) { super(m, c); }
        @Override
        public String toString() {
            return "NAMED<" + getLocalizedMessage() + ">";
        }
        @Override
        public String getLocalizedMessage() {
            return "loc:" + super.getMessage();
        }
    }
    static class Res implements AutoCloseable {
        final String n;
        Res(String n) { this.n = n; }
        public void close() throws IOException { throw new IOException("close " + n); }
    }
    static void a(int n) throws Exception {
        if (n == 0) b();
        else a(n - 1);
    }
    static void b() throws Exception {
        try {
            c();
        } catch (ArithmeticException e) { throw new Named("wrapped", e); }
    }
    static void c() {
        int z = 0;
        System.out.println(1 / z);
    }
    static String trace(Throwable t) {
        StringWriter w = new StringWriter();
        t.printStackTrace(new PrintWriter(w));
        return w.toString();
    }
    public static void main(String[] args) throws Exception {
        try {
            a(2);
        } catch (Exception e) {
            System.out.print(trace(e));
            System.out.println(e.getStackTrace().length + " " + e.getCause().getStackTrace()[0]);
        }
        try (Res r1 = new Res("one"); Res r2 = new Res("two")) {
            throw new IllegalStateException("body");
        } catch (Exception e) {
            System.out.print(trace(e));
            System.out.println(e.getSuppressed().length);
        }
        Exception x = new Exception("x"), y = new Exception("y", x);
        x.initCause(y);
        System.out.print(trace(x));
        try {
            x.initCause(y);
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try {
            x.addSuppressed(x);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            new Exception().initCause(null).initCause(null);
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        Quiet q = new Quiet("quiet", false, false);
        q.addSuppressed(x);
        q.setStackTrace(new StackTraceElement[] {new StackTraceElement("C", "m", null, -1)});
        System.out.print(trace(q) + q.getStackTrace().length);
        Throwable t = new Throwable();
        t.setStackTrace(new StackTraceElement[] {new StackTraceElement("ldr", "mod", "1.0", "p.C", "m", "C.java", 7),
            new StackTraceElement("p.D", "n", "D.java", -2), new StackTraceElement("p.E", "o", "E.java", -1)});
        System.out.print(trace(t));
        try {
            t.setStackTrace(new StackTraceElement[] {null});
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        Supplier<List<String>> walk = ()
            -> StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                   .walk(s
                       -> s.map(f
                               -> f.getMethodName().replaceAll("\\d+$", "N") + ":" + f.getLineNumber()
                                      + f.getDeclaringClass().getSimpleName())
                           .collect(Collectors.toList()));
        System.out.println(walk.get() + " "
                           + Stream.of(1)
                               .map(i
                                   -> StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES)
                                       .walk(s -> s.limit(3).map(StackWalker.StackFrame::getMethodName).toList())
                                       .get(2))
                               .toList()
                           + caller());
        try {
            TraceEdges.class.getDeclaredMethod("c").invoke(null);
        } catch (Exception e) {
            System.out.println(e + " " + e.getCause() + " " + e.getCause().getStackTrace()[0].getMethodName());
        }
        try {
            List.of(3, 1, 2)
                .stream()
                .sorted()
                .map(i -> {
                    if (i == 3) throw new UncheckedIOException("in stream", new IOException("disk"));
                    return i;
                })
                .forEach(i -> {});
        } catch (UncheckedIOException e) {
            System.out.println(e.getCause() + " "
                               + Arrays.stream(e.getStackTrace())
                                   .filter(f -> f.getClassName().equals("TraceEdges"))
                                   .map(f -> f.getMethodName().replaceAll("\\$\\d+$", ""))
                                   .toList());
        }
        try {
            Object o = List.of("s");
            ((List<Integer>) o).get(0).intValue();
        } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        try {
            Object[] os = new String[1];
            os[0] = 1;
        } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try {
            int[][] g = new int[2][];
            g[1][0]++;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            synchronized ((Object) null) {}
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            throw null;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            new TraceEdges().f.g.f = null;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            List.of(1).iterator().remove();
        } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        try {
            new ArrayList<>(List.of(1)).get(1);
        } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            Objects.checkFromIndexSize(2, 3, 4);
        } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try {
            new int[0][-1].clone();
        } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        Thread th = new Thread(() -> { throw new Quiet("in thread", true, true); }, "worker");
        th.setUncaughtExceptionHandler(
            (w, e)
                -> System.out.println(w.getName() + " died " + e.getMessage()
                                      + e.getStackTrace()[0].getMethodName().startsWith("lambda$main$")));
        th.start();
        th.join();
        new Exception("to err", new Named("inner", new Error("deep"))).printStackTrace();
        throw new Named("the end", new Quiet("no trace", true, false));
    }
    TraceEdges f, g;
    static String caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getName()
            + Thread.currentThread().getStackTrace()[2].getLineNumber();
    }
}
