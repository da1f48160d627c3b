// System properties and environment: reading, setting, line separator, defaults, typed getters.
import java.util.*;

public class EnvProps {
    public static void main(String[] args) {
        System.out.println(
                System.getProperty("no.such")
                        + System.getProperty("no.such", "d")
                        + System.setProperty("my.p", "v")
                        + System.getProperty("my.p")
                        + System.clearProperty("my.p")
                        + System.getProperty("my.p"));
        System.setProperty("n", "42");
        System.setProperty("h", "0x10");
        System.setProperty("t", "true");
        System.out.println(
                Integer.getInteger("n")
                        + Integer.getInteger("none", 7)
                        + Long.getLong("h")
                        + " "
                        + Boolean.getBoolean("t")
                        + Boolean.getBoolean("n"));
        System.out.println(
                System.lineSeparator().length()
                        + System.getProperty("file.separator")
                        + System.getProperty("path.separator")
                        + System.getProperty("java.specification.version")
                        + System.getProperty("os.name")
                        + (System.getProperty("user.dir").length() > 0)
                        + System.getProperty("java.vm.specification.name")
                        + System.getProperty("java.class.version")
                        + System.getProperty("file.encoding")
                        + System.getProperty("native.encoding")
                        + System.getProperty("user.language"));
        System.out.println(
                System.getenv("NO_SUCH_VAR")
                        + " "
                        + (System.getenv("PATH") != null)
                        + " "
                        + System.getenv().containsKey("PATH"));
        try {
            System.getenv().put("a", "b");
        } catch (UnsupportedOperationException e) {
            System.out.println("unmodifiable");
        }
        for (String bad : new String[] {"", null})
            try {
                System.getProperty(bad);
            } catch (IllegalArgumentException | NullPointerException e) {
                System.out.println(e.getMessage());
            }
        Properties p = new Properties(System.getProperties());
        System.out.println(
                p.getProperty("n")
                        + Runtime.version().feature() / 17
                        + (Runtime.getRuntime().availableProcessors() > 0)
                        + (Runtime.getRuntime().totalMemory() > 0)
                        + (System.currentTimeMillis() > 1_600_000_000_000L)
                        + (System.nanoTime() <= System.nanoTime())
                        + System.identityHashCode(null)
                        + (System.console() == null || true)
                        + Runtime.getRuntime().getClass().getSimpleName());
        System.gc();
        Runtime.getRuntime().runFinalization();
    }
}
