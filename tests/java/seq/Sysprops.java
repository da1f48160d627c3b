// System properties and environment as `java` sets them, where they do not depend on the machine.
import java.util.*;

public class Sysprops {
    public static void main(String[] args) {
        for (String k :
                new String[] {
                    "java.specification.version",
                    "java.vm.specification.name",
                    "java.vendor.url.bug",
                    "file.separator",
                    "path.separator",
                    "line.separator",
                    "java.class.version",
                    "os.name",
                    "user.dir",
                    "file.encoding",
                    "java.io.tmpdir",
                    "java.home",
                    "java.version",
                    "java.vm.name",
                    "os.arch",
                    "user.language",
                    "none"
                }) {
            String v = System.getProperty(k);
            System.out.println(k + "=" + (v == null ? null : v.replace("\n", "\\n")));
        }
        System.setProperty("mine", "1");
        System.out.println(
                System.getProperty("mine")
                        + System.clearProperty("mine")
                        + System.getProperty("mine", "dflt")
                        + Boolean.getBoolean("x")
                        + Integer.getInteger("mine", 3)
                        + Long.getLong("mine"));
        try {
            System.getProperty("");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Properties p =
                new Properties(
                        new Properties() {
                            {
                                setProperty("d", "default");
                            }
                        });
        p.setProperty("a", "b");
        System.out.println(
                p
                        + p.getProperty("d")
                        + p.getProperty("q")
                        + System.lineSeparator().length()
                        + (System.getenv("PATH") != null)
                        + System.getenv("NO_SUCH_VARIABLE")
                        + Locale.getDefault().getLanguage()
                        + (Runtime.getRuntime().availableProcessors() > 0)
                        + Runtime.version().feature()
                        + (System.console() == null));
        System.out.println(Arrays.toString(args) + args.getClass());
        try {
            System.loadLibrary("nosuchlibrary");
        } catch (UnsatisfiedLinkError e) {
            System.out.println("ULE");
        }
        Runtime.getRuntime().gc();
        System.out.println(Runtime.getRuntime().totalMemory() > 0);
    }
}
