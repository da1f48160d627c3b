// The world around a program: properties, environment, Runtime, versions, process handle, timers,
// cleaners, references, shutdown, class loaders, preferences, locales' defaults.
import java.io.*;
import java.lang.ref.*;
import java.util.*;

public class SystemWorld {
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " " + c.call());
        } catch (Throwable e) { System.out.println(n + " " + e.getClass().getName() + ": " + e.getMessage()); }
    }
    public static void main(String[] args) throws Exception {
        for (String p : new String[] {"java.version", "java.specification.version", "java.vm.specification.name",
                 "java.class.version", "file.separator", "path.separator", "line.separator", "user.name", "user.dir",
                 "java.io.tmpdir", "os.name", "java.home", "java.vendor", "sun.arch.data.model", "java.vm.vendor"}) {
            String v = System.getProperty(p);
            System.out.println(p + "="
                               + (v == null                      ? null
                                   : p.equals("java.class.path") ? v.split(":").length + ""
                                                                 : v.replace("\n", "\\n")));
        }
        System.setProperty("mine", "1");
        System.out.println(System.getProperty("mine") + System.clearProperty("mine") + System.getProperty("mine")
                           + Integer.getInteger("none", 5) + Boolean.getBoolean("x")
                           + System.getProperties().containsKey("os.arch") + System.lineSeparator().length());
        t("emptykey", () -> System.getProperty(""));
        t("env", () -> System.getenv("PATH") != null && System.getenv().containsKey("PATH"));
        t("envro", () -> System.getenv().put("a", "b"));
        Runtime.Version v = Runtime.version();
        System.out.println(v.feature() + " " + v.interim() + v.pre() + v.compareTo(Runtime.Version.parse("17.0.1"))
                           + Runtime.Version.parse("11.0.2+9-LTS").optional() + Runtime.Version.parse("9-ea").pre());
        t("badv", () -> Runtime.Version.parse("x"));
        Runtime r = Runtime.getRuntime();
        System.out.println((r.availableProcessors() > 0) + "" + (r.totalMemory() > 0)
                           + (r.maxMemory() >= r.totalMemory()) + (r.freeMemory() <= r.totalMemory()));
        t("ph",
            ()
                -> ProcessHandle.current().isAlive() + "" + (ProcessHandle.current().pid() > 0)
                       + ProcessHandle.of(ProcessHandle.current().pid()).isPresent()
                       + ProcessHandle.current().children().count());
        t("phself", () -> ProcessHandle.current().destroy());
        t("onexit", () -> ProcessHandle.current().onExit());
        ReferenceQueue<Object> q = new ReferenceQueue<>();
        Object o = new Object();
        WeakReference<Object> w = new WeakReference<>(o, q);
        SoftReference<String> s = new SoftReference<>("soft");
        PhantomReference<Object> ph = new PhantomReference<>(o, q);
        System.out.println((w.get() == o) + s.get() + ph.get() + w.refersTo(o) + ph.refersTo(null) + q.poll());
        w.clear();
        System.out.println(w.get() + "" + w.enqueue() + (q.poll() == w));
        Reference.reachabilityFence(o);
        Cleaner.Cleanable c = Cleaner.create().register(o, () -> System.out.println("cleaned"));
        c.clean();
        c.clean();
        ClassLoader cl = SystemWorld.class.getClassLoader();
        System.out.println(cl.getName() + " " + cl.getParent().getName() + " " + cl.getParent().getParent()
                           + String.class.getClassLoader() + ClassLoader.getSystemClassLoader().equals(cl)
                           + Thread.currentThread().getContextClassLoader().equals(cl)
                           + SystemWorld.class.getModule().isNamed() + String.class.getModule()
                           + Object.class.getPackage().getName() + SystemWorld.class.getPackageName().isEmpty()
                           + SystemWorld.class.getProtectionDomain().getCodeSource().getLocation().getProtocol());
        ClassLoader own = new ClassLoader(cl) {
            protected Class<?> findClass(String n) throws ClassNotFoundException {
                if (!n.equals("Gen")) throw new ClassNotFoundException(n + "!");
                byte[] b = {};
                return defineClass(n, b, 0, 0);
            }
        };
        t("gen", () -> own.loadClass("Gen"));
        t("own", () -> own.loadClass("Other"));
        t("res",
            ()
                -> cl.getResource("none.txt") + ""
                       + SystemWorld.class.getResourceAsStream("SystemWorld.class").readNBytes(4).length);
        t("forName", () -> Class.forName("SystemWorld$Init", false, cl).getSimpleName());
        t("forName2", () -> Class.forName("SystemWorld$Init").getSimpleName());
        t("prim", () -> Class.forName("int"));
        Timer tm = new Timer("tm", true);
        StringBuffer sb = new StringBuffer();
        java.util.concurrent.CountDownLatch done = new java.util.concurrent.CountDownLatch(3);
        tm.schedule(new TimerTask() {
            int n;
            public void run() {
                sb.append("t" + n++ + (scheduledExecutionTime() > 0));
                done.countDown();
                if (n == 3) cancel();
            }
        }, 1, 5);
        done.await();
        tm.cancel();
        System.out.println(sb + "" + tm.purge());
        t("cancelled", () -> {
            tm.schedule(new TimerTask() {
                public void run() {}
            }, 1);
            return 0;
        });
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.out), true));
        System.err.println("err on out");
        InputStream old = System.in;
        System.setIn(new ByteArrayInputStream("typed\n".getBytes()));
        System.out.println(
            new BufferedReader(new InputStreamReader(System.in)).readLine() + old.read() + System.console());
        t("exitcode", () -> {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
            return "added";
        });
        t("hookagain", () -> {
            Thread x = new Thread();
            Runtime.getRuntime().addShutdownHook(x);
            Runtime.getRuntime().addShutdownHook(x);
            return 0;
        });
        System.out.println((System.nanoTime() - System.nanoTime() <= 0) + ""
                           + (System.currentTimeMillis() > 1_600_000_000_000L) + System.identityHashCode(null)
                           + (System.identityHashCode(o) == o.hashCode()) + Objects.hash(1, "a", null) + 1);
        Thread main = Thread.currentThread();
        System.out.println(main + " " + main.getThreadGroup() + main.getPriority() + main.getState() + main.isDaemon()
                           + main.getStackTrace().length);
        System.gc();
        r.exit(3);
    }
    static class Init {
        static { System.out.println("initialized"); }
    }
}
