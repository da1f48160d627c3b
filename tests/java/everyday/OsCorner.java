// What a program asks of the system: process handles, versions, console, stores, owners, links,
// content types, references, cleaners, standard input, watch services.
import java.io.*;
import java.lang.ref.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;

public class OsCorner {
    interface T {
        Object run() throws Throwable;
    }

    static void t(String n, T r) {
        try {
            System.out.println(n + " " + r.run());
        } catch (Throwable e) {
            System.out.println(n + " ! " + e.getClass().getName());
        }
    }

    public static void main(String[] args) throws Exception {
        Path d = Files.createTempDirectory("os"), f = Files.writeString(d.resolve("a.txt"), "x");
        t("pid", () -> ProcessHandle.current().pid() > 0);
        t("alive", () -> ProcessHandle.current().isAlive());
        t("info", () -> ProcessHandle.current().info() != null);
        t(
                "version",
                () ->
                        Runtime.version().feature()
                                == Integer.parseInt(
                                        System.getProperty("java.specification.version")));
        t(
                "console",
                () -> System.console() == null || !System.console().getClass().getName().isEmpty());
        t("stdin", () -> System.in.read());
        t("scanner", () -> new Scanner(System.in).hasNext());
        t("owner", () -> Files.getOwner(f) != null);
        t("type", () -> Files.probeContentType(f));
        t(
                "symlink",
                () -> {
                    Path l = Files.createSymbolicLink(d.resolve("l"), f);
                    return Files.isSymbolicLink(l)
                            + Files.readString(l)
                            + Files.readSymbolicLink(l).equals(f)
                            + l.toRealPath().equals(f.toRealPath());
                });
        t(
                "perms",
                () ->
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(
                                        Files.setPosixFilePermissions(
                                                f, PosixFilePermissions.fromString("rw-------")))));
        t("hidden", () -> Files.isHidden(d.resolve(".x")));
        t("attrs", () -> Files.getAttribute(f, "unix:nlink") != null);
        t(
                "readable",
                () -> Files.isReadable(f) + "" + Files.isExecutable(f) + f.toFile().canWrite());
        t("space", () -> f.toFile().getTotalSpace() >= 0);
        t("roots", () -> Arrays.toString(File.listRoots()));
        t(
                "list",
                () -> {
                    String[] n = d.toFile().list();
                    Arrays.sort(n);
                    return Arrays.toString(n);
                });
        t("rename", () -> f.toFile().renameTo(d.resolve("b.txt").toFile()));
        t(
                "lastmod",
                () ->
                        d.resolve("b.txt").toFile().setLastModified(5000)
                                + " "
                                + d.resolve("b.txt").toFile().lastModified());
        t("canonical", () -> new File(d.toFile(), "x/../b.txt").getCanonicalFile().getName());
        t("delete", () -> d.resolve("b.txt").toFile().delete() + "" + new File("/none").delete());
        t(
                "mkdirs",
                () ->
                        d.resolve("p/q").toFile().mkdirs()
                                + ""
                                + d.resolve("p").toFile().isDirectory());
        t(
                "weak",
                () -> {
                    WeakReference<Object> w = new WeakReference<>(args);
                    System.gc();
                    return w.get() == args;
                });
        t(
                "queue",
                () -> {
                    ReferenceQueue<Object> q = new ReferenceQueue<>();
                    PhantomReference<Object> p = new PhantomReference<>(args, q);
                    return p.get()
                            + ""
                            + q.poll()
                            + p.refersTo(args)
                            + p.enqueue()
                            + (q.poll() == p);
                });
        t(
                "cleaner",
                () -> {
                    int[] n = new int[1];
                    Cleaner.Cleanable c = Cleaner.create().register(new Object(), () -> n[0]++);
                    c.clean();
                    c.clean();
                    return n[0];
                });
        t(
                "props",
                () ->
                        System.getProperty("file.separator")
                                + System.getProperty("path.separator")
                                + System.lineSeparator().length()
                                + System.getProperty("none", "d")
                                + (System.getProperty("user.dir") != null)
                                + System.getProperty("java.vm.name").isEmpty()
                                + System.getProperty("java.class.version"));
        t("env", () -> System.getenv("PATH") != null && System.getenv().containsKey("PATH"));
        t("envro", () -> System.getenv().put("a", "b"));
        t("cpus", () -> Runtime.getRuntime().availableProcessors() > 0);
        t(
                "nano",
                () -> {
                    long a = System.nanoTime();
                    return System.nanoTime() >= a;
                });
        t("logger", () -> System.getLogger("x").isLoggable(System.Logger.Level.ERROR));
        t(
                "walker",
                () ->
                        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                                .walk(
                                        s ->
                                                s.map(StackWalker.StackFrame::getMethodName)
                                                        .filter(n -> !n.contains("$"))
                                                        .toList()));
        t(
                "caller",
                () ->
                        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                                .getCallerClass()
                                .getSimpleName());
        t(
                "identity",
                () ->
                        System.identityHashCode(null)
                                + ""
                                + (System.identityHashCode("a") == "a".hashCode()));
        t(
                "utf",
                () ->
                        java.nio.charset.Charset.defaultCharset()
                                + " "
                                + java.nio.charset.Charset.availableCharsets().size() / 100);
        t("tz", () -> TimeZone.getDefault() != null && java.time.ZoneId.systemDefault() != null);
    }
}
