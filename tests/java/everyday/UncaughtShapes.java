// How a program ends: an exception with causes, suppressed ones and a cycle, out of a lambda in a
// stream.
import java.util.*;
import java.util.stream.*;

public class UncaughtShapes {
    static int parse(String s) {
        try {
            return Integer.parseInt(s);
        } catch (NumberFormatException e) {
            IllegalArgumentException i = new IllegalArgumentException("not a number: " + s, e);
            try {
                throw new java.io.IOException("while logging");
            } catch (java.io.IOException x) {
                i.addSuppressed(x);
            }
            throw i;
        }
    }

    public static void main(String[] args) {
        Thread t =
                new Thread(
                        () -> {
                            Exception a = new Exception("a"), b = new RuntimeException("b", a);
                            a.initCause(b);
                            throw (RuntimeException) b;
                        },
                        "worker-1");
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
        }
        System.out.println("sum " + Stream.of("1", "2").mapToInt(UncaughtShapes::parse).sum());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        System.out.println(Stream.of("1", "x").map(s -> parse(s)).collect(Collectors.toList()));
    }
}
