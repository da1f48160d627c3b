import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Two threads define one class from other bytes: which of them comes first decides which class it is. */
public class Versions {
    static class Loader extends ClassLoader {
        Loader() {
            super(Versions.class.getClassLoader());
        }

        String define(byte[] b) {
            try {
                return (String) defineClass(null, b, 0, b.length).getMethod("text").invoke(null);
            } catch (LinkageError e) {
                return "late";
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    static String other;

    public static void main(String[] a) throws Exception {
        Loader l = new Loader();
        byte[] b;
        try (InputStream in = Versions.class.getResourceAsStream("Version.class")) {
            b = in.readAllBytes();
        }
        String text = new String(b, StandardCharsets.ISO_8859_1);
        byte[] c = text.replace("first", "other").getBytes(StandardCharsets.ISO_8859_1);
        Thread t = new Thread(() -> other = l.define(c));
        t.start();
        String mine = l.define(b);
        t.join();
        Object again = Class.forName("Version", true, l).getMethod("text").invoke(null);
        throw new IllegalStateException(mine + " " + other + " " + again);
    }
}
