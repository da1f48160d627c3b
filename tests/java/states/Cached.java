import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread reads x, which another one sets to 1 and back, and lets the JDK keep something that follows from what it
 * has read. Nothing else of the state tells the two ways apart, and then main asks the JDK.
 */
public class Cached {
    static volatile int x;
    static final Object[] objects = {"A", "B"};

    interface Act {
        void of(int y) throws Exception;
    }

    static void race(Act act) throws Exception {
        Thread t = new Thread(() -> {
            int y = x;
            try {
                act.of(y);
            } catch (Exception e) {
                throw new RuntimeException(e.toString());
            }
            y = 0;
        });
        Thread w = new Thread(() -> { x = 1; x = 0; });
        t.start();
        w.start();
        t.join();
        w.join();
    }

    static byte[] code;

    static class Empty { }

    static class Bad {
        static void go() { }

        static {
            if (x == 0) throw new IllegalStateException();
        }
    }

    static class Loader extends SecureClassLoader {
        static {
            ClassLoader.registerAsParallelCapable();
        }

        int permissions;
        Object lock;
        Class<?> made;

        void pack(String title) {
            definePackage("p", title, null, null, null, null, null, null);
        }

        Object lock(String name) {
            return getClassLoadingLock(name);
        }

        void sign(Class<?> c, Object[] signers) {
            setSigners(c, signers);
        }

        void make(ProtectionDomain d) throws Exception {
            byte[] b = code;
            made = defineClass("Cached$Empty", b, 0, b.length, d);
        }

        void source(CodeSource s) {
            made = defineClass("Cached$Empty", code, 0, code.length, s);
        }

        Class<?> loaded(String name) {
            return findLoadedClass(name);
        }

        @Override
        protected PermissionCollection getPermissions(CodeSource s) {
            PermissionCollection c = new Permissions();
            if (permissions == 0) c.add(new RuntimePermission("here"));
            return c;
        }
    }

    static class Bundle extends ResourceBundle {
        String key = "none";

        @Override
        protected Object handleGetObject(String k) {
            return k;
        }

        @Override
        public Enumeration<String> getKeys() {
            return new Vector<>(List.of(key)).elements();
        }

        boolean has(String k) {
            return handleKeySet().contains(k);
        }
    }

    /** A map whose views are snapshots. */
    static class Snapshots extends AbstractMap<String, String> {
        String key = "none";

        @Override
        public Set<String> keySet() {
            return Set.of(key);
        }

        @Override
        public Collection<String> values() {
            return Set.of(key);
        }

        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            return Set.of(Map.entry(key, key));
        }
    }

    static class Handler extends URLStreamHandler {
        int hash;

        @Override
        protected URLConnection openConnection(URL u) {
            return null;
        }

        @Override
        protected int hashCode(URL u) {
            return hash;
        }
    }

    static class Channel extends AbstractInterruptibleChannel {
        String name;

        void enter() {
            begin();
        }

        @Override
        protected void implCloseChannel() {
            closed = name;
        }
    }

    static String closed = "none";
    static final Loader l = new Loader();
    static final Bundle bundle = new Bundle();
    static final Snapshots snapshots = new Snapshots();
    static final Handler handler = new Handler();
    static Object kept;

    static Object views(Map<String, String> m) throws Exception {
        race(y -> {
            if (y == 1) snapshots.key = "one";
            m.keySet();
            m.values();
            m.entrySet();
            snapshots.key = "none";
        });
        return "" + m.keySet().contains("one") + m.values().contains("one") + m.entrySet().contains(Map.entry("one", "one"));
    }

    static Object run(String how) throws Exception {
        switch (how) {
            case "blocker": {
                Thread t = new Thread(() -> { int y = x; LockSupport.park(objects[y]); });
                Thread w = new Thread(() -> { x = 1; x = 0; });
                t.start();
                w.start();
                w.join();
                while (t.getState() != Thread.State.WAITING) Thread.yield();
                Object o = LockSupport.getBlocker(t);
                LockSupport.unpark(t);
                t.join();
                return o;
            }
            case "channel": {
                Thread t = new Thread(() -> {
                    int y = x;
                    Channel c = new Channel();
                    c.name = y == 0 ? "A" : "B";
                    c.enter();
                    c = null;
                    LockSupport.park();
                });
                Thread w = new Thread(() -> { x = 1; x = 0; });
                t.start();
                w.start();
                w.join();
                while (t.getState() != Thread.State.WAITING) Thread.yield();
                t.interrupt();
                t.join();
                return closed;
            }
            case "package":
                race(y -> l.pack(y == 0 ? "A" : "B"));
                return l.getDefinedPackage("p").getSpecificationTitle();
            case "packages":
                race(y -> { if (y == 1) l.pack("A"); });
                return l.getDefinedPackages().length;
            case "lock":
                race(y -> kept = l.lock(y == 0 ? "A" : "B"));
                return l.lock("A") == kept;
            case "signers": {
                l.make(null);
                race(y -> l.sign(l.made, new Object[] {objects[y]}));
                return l.made.getSigners()[0];
            }
            case "domain": {
                ProtectionDomain[] ds = {new ProtectionDomain(null, null), new ProtectionDomain(null, null)};
                race(y -> l.make(ds[y]));
                return l.made.getProtectionDomain() == ds[0];
            }
            case "loader": {
                Loader[] ls = {new Loader(), new Loader()};
                race(y -> {
                    ls[y].make(null);
                    kept = ls[y].made;
                    ls[y].made = null;
                });
                return ((Class<?>) kept).getClassLoader() == ls[0];
            }
            case "source": {
                CodeSource s = new CodeSource(null, (Certificate[]) null);
                race(y -> {
                    l.permissions = y;
                    l.source(s);
                    l.permissions = 0;
                });
                return l.made.getProtectionDomain().getPermissions().implies(new RuntimePermission("here"));
            }
            case "loaded":
                race(y -> {
                    if (y == 1) l.make(null);
                    l.made = null;
                });
                return l.loaded("Cached$Empty") != null;
            case "failed": {
                Runnable uses = () -> { try { Bad.go(); } catch (Throwable e) { } };
                Thread a = new Thread(uses), b = new Thread(uses);
                a.start();
                b.start();
                a.join();
                b.join();
                try { Bad.go(); } catch (NoClassDefFoundError e) { return e.getCause().getMessage(); }
                return "none";
            }
            case "data": {
                byte[] b = code;
                race(y -> kept = MethodHandles.lookup().defineHiddenClassWithClassData(b, objects[y], false));
                Class<?> c = ((MethodHandles.Lookup) kept).lookupClass();
                return MethodHandles.classData((MethodHandles.Lookup) kept, "_", Object.class);
            }
            case "bundle":
                race(y -> {
                    if (y == 1) bundle.key = "one";
                    bundle.has("one");
                    bundle.key = "none";
                });
                return bundle.has("one");
            case "unmodifiable": return views(Collections.unmodifiableMap(snapshots));
            case "synchronized": return views(Collections.synchronizedMap(snapshots));
            case "checked": return views(Collections.checkedMap(snapshots, String.class, String.class));
            case "url": {
                URL u = new URL(null, "x://y/z", handler);
                race(y -> {
                    if (y == 1) handler.hash = 1;
                    u.hashCode();
                    handler.hash = 0;
                });
                return u.hashCode();
            }
            case "adapted": {
                MethodHandle h = MethodHandles.identity(Object.class);
                MethodType a = MethodType.methodType(String.class, String.class), b = MethodType.methodType(Integer.class, Integer.class);
                MethodHandle first = h.asType(a);
                race(y -> { if (y == 1) h.asType(b); });
                return h.asType(a) == first;
            }
            default: throw new IllegalArgumentException(how);
        }
    }

    public static void main(String[] args) throws Exception {
        code = Cached.class.getResourceAsStream("Cached$Empty.class").readAllBytes();
        System.out.println("R " + run(args[0]));
    }
}
