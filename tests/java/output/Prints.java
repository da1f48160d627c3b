// What threads print, in every way that ends on the console; args[0] says which.
import gov.nasa.jpf.vm.Verify;
import java.io.*;
import java.util.concurrent.ConcurrentHashMap;

public class Prints {
    static final PrintStream out = System.out;
    static int n;

    static void both(Runnable a, Runnable b) throws Exception {
        Thread t = new Thread(a), u = new Thread(b);
        t.start();
        u.start();
        t.join();
        u.join();
    }

    static void printAll(Appendable out, String s) {
        try {
            out.append(s);
            if (out instanceof Flushable) ((Flushable) out).flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
        case "println": both(() -> System.out.println("a"), () -> System.out.println("b")); break;
        case "alike":
            Runnable r = () -> { System.out.print("x"); System.out.print("y"); };
            both(r, r);
            break;
        case "err": both(() -> System.out.print("a"), () -> System.err.print("b")); break;
        case "printf": both(() -> System.out.printf("%s-%s ", "a", "b"), () -> System.out.println("c")); break;
        case "section":
            both(() -> { synchronized (System.out) { System.out.print("a"); System.out.print("b"); } },
                 () -> System.out.print("c"));
            break;
        case "writer":
            Writer w = new OutputStreamWriter(System.out);
            both(() -> printAll(w, "a"), () -> printAll(w, "b"));
            break;
        case "buffer": { // no console: state of the program
            PrintStream p = new PrintStream(new ByteArrayOutputStream() {
                public synchronized void flush() { }
                public synchronized void close() { System.out.print(this); }
            });
            both(() -> p.print("a"), () -> p.print("b"));
            p.close();
            break;
        }
        case "file": {
            File f = new File("prints-" + n);
            FileOutputStream o = new FileOutputStream(f);
            both(() -> one(o, 'a'), () -> one(o, 'b'));
            o.close();
            FileInputStream in = new FileInputStream(f);
            for (int c; (c = in.read()) >= 0;) System.out.print((char) c);
            break;
        }
        case "raw": {
            FileOutputStream o = new FileOutputStream(FileDescriptor.out);
            both(() -> one(o, 'a'), () -> System.out.print("b"));
            break;
        }
        case "choice": // two outputs that lead to one state
            System.out.print(Verify.getBoolean() ? "a" : "b");
            both(() -> n++, () -> System.out.print("c"));
            break;
        case "verify": both(() -> Verify.println("a"), () -> Verify.print("b", 1)); break;
        case "listed": { // out of a call that is one step otherwise
            ConcurrentHashMap<String, String> m = new ConcurrentHashMap<>();
            both(() -> m.computeIfAbsent("k", k -> { System.out.print("a"); System.out.print("b"); return k; }),
                 () -> System.out.print("c"));
            break;
        }
        case "handler":
            Thread.setDefaultUncaughtExceptionHandler((t, e) -> { throw new IllegalStateException(); });
            both(() -> { throw new RuntimeException(); }, () -> System.out.print("c"));
            break;
        case "order": // one order of the two alone is possible
            both(() -> { System.out.print("a"); synchronized (out) { n = 1; } },
                 () -> { boolean seen; synchronized (out) { seen = n == 1; } System.out.print(seen ? "B" : "b"); });
            break;
        case "atomic":
            both(() -> { Verify.beginAtomic(); System.out.print("a"); System.out.print("b"); Verify.endAtomic(); },
                 () -> System.out.print("c"));
            break;
        case "printed":
            both(() -> System.out.print("a"), () -> System.out.print("b"));
            Verify.printPathOutput("end");
            break;
        default: throw new IllegalArgumentException(args[0]);
        }
    }

    static void one(OutputStream o, int c) {
        try {
            o.write(c);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
