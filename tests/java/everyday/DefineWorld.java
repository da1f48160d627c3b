// Classes made at run time: loaders of one's own, hidden classes, proxies in packages, lookups that
// define, class files patched by hand, resources in memory.
import java.io.*;
import java.lang.invoke.*;
import java.net.*;
import java.util.*;

public class DefineWorld {
    public static class Tmpl implements Runnable {
        static int count;
        int mine = ++count;
        public void run() { System.out.print(getClass().getName().replaceAll("/.*", "/H") + mine + " "); }
        public String toString() { return "tmpl" + mine; }
    }
    public interface Shape {
        double area();
    }
    static byte[] bytes(String n) throws IOException {
        try (InputStream in = DefineWorld.class.getResourceAsStream(n + ".class")) {
            return in.readAllBytes();
        }
    }
    static class Own extends ClassLoader {
        final Map<String, byte[]> code = new HashMap<>();
        Own(ClassLoader p) { super("own", p); }
        protected Class<?> loadClass(String n, boolean r) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(n)) {
                Class<?> c = findLoadedClass(n);
                byte[] b = code.get(n);
                if (c == null && b != null) c = defineClass(n, b, 0, b.length);
                if (c == null) return super.loadClass(n, r);
                if (r) resolveClass(c);
                return c;
            }
        }
        protected URL findResource(String n) {
            try {
                return n.equals("in/memory") ? new URL(null, "mem:" + n, new URLStreamHandler() {
                    protected URLConnection openConnection(URL u) {
                        return new URLConnection(u) {
                            public void connect() {}
                            public InputStream getInputStream() {
                                return new ByteArrayInputStream("from memory".getBytes());
                            }
                        };
                    }
                }) : null;
            } catch (MalformedURLException e) { return null; }
        }
    }
    static void t(String n, java.util.concurrent.Callable<?> c) {
        try {
            System.out.println(n + " " + c.call());
        } catch (Throwable e) {
            System.out.println(n + " " + e.getClass().getName() + ": "
                               + String.valueOf(e.getMessage()).replaceAll("(@|0x)[0-9a-f]+", "$1H"));
        }
    }
    public static void main(String[] args) throws Throwable {
        Own a = new Own(DefineWorld.class.getClassLoader()), b = new Own(a.getParent());
        byte[] code = bytes("DefineWorld$Tmpl");
        a.code.put("DefineWorld$Tmpl", code);
        b.code.put("DefineWorld$Tmpl", code);
        Class<?> ca = a.loadClass("DefineWorld$Tmpl"), cb = Class.forName("DefineWorld$Tmpl", true, b);
        Runnable ra = (Runnable) ca.getDeclaredConstructor().newInstance(),
                 rb = (Runnable) cb.getDeclaredConstructor().newInstance();
        ra.run();
        rb.run();
        ((Runnable) ca.getDeclaredConstructor().newInstance()).run();
        new Tmpl().run();
        System.out.println((ca == cb) + "" + (ca == Tmpl.class) + ca.getClassLoader().getName()
                           + ca.getName().equals(cb.getName()) + ca.isInstance(rb) + ca.getPackage()
                           + ca.getModule().isNamed());
        t("cast", () -> (Tmpl) (Object) ra);
        t("dup", () -> {
            new Object() {
                Class<?> d() throws Exception {
                    java.lang.reflect.Method m = ClassLoader.class.getDeclaredMethod(
                        "defineClass", String.class, byte[].class, int.class, int.class);
                    return m.getReturnType();
                }
            }.d();
            return MethodHandles.lookup().defineClass(code);
        });
        t("bad magic", () -> MethodHandles.lookup().defineClass(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
        byte[] v = code.clone();
        v[7] = (byte) 99;
        t("version", () -> MethodHandles.lookup().defineClass(v));
        t("name", () -> {
            Own x = new Own(null) {
                { code.put("Wrong", DefineWorld.bytes("DefineWorld$Tmpl")); }
            };
            return x.loadClass("Wrong");
        });
        t("java.", () -> {
            Own x = new Own(null);
            x.code.put("java.Foo", code);
            return x.loadClass("java.Foo");
        });
        t("missing", () -> new Own(null).loadClass("DefineWorld"));
        MethodHandles.Lookup l = MethodHandles.lookup(),
                             h = l.defineHiddenClass(code, true, MethodHandles.Lookup.ClassOption.NESTMATE);
        Class<?> hc = h.lookupClass();
        Object hi = hc.getDeclaredConstructor().newInstance();
        ((Runnable) hi).run();
        System.out.println(hc.isHidden() + hc.getName().replaceAll("/.*", "/H") + hc.getNestHost() + hi
                           + (hc.getCanonicalName() == null) + hc.descriptorString().replaceAll("\\.0x.*", ".H"));
        t("hidden by name", () -> Class.forName(hc.getName()));
        MethodHandles.Lookup hd = l.defineHiddenClassWithClassData(code, List.of("data", 5), true);
        System.out.println((Object) MethodHandles.classData(hd, "_", List.class) + ""
                           + MethodHandles.classDataAt(hd, "_", Integer.class, 1));
        System.out.println(new String(a.getResource("in/memory").openStream().readAllBytes())
                           + a.getResourceAsStream("none") + Collections.list(a.getResources("in/memory")).size());
        Shape s = (Shape) java.lang.reflect.Proxy.newProxyInstance(a, new Class<?>[] {Shape.class}, (p, m, as) -> 2.5);
        System.out.println(s.area() + s.getClass().getPackageName() + java.lang.reflect.Proxy.isProxyClass(s.getClass())
                           + (s.getClass().getClassLoader() == a));
        try (URLClassLoader u = new URLClassLoader(
                 "url", new URL[] {DefineWorld.class.getProtectionDomain().getCodeSource().getLocation()}, null)) {
            Class<?> cu = u.loadClass("DefineWorld$Tmpl");
            System.out.println(cu.getDeclaredConstructor().newInstance() + u.getName() + (cu != Tmpl.class)
                               + u.findResource("DefineWorld.class").getProtocol() + u.getURLs().length);
            t("closed", () -> {
                u.close();
                return u.loadClass("DefineWorld$Own");
            });
        }
        ModuleLayer bl = ModuleLayer.boot();
        System.out.println(bl.findModule("java.logging").isPresent() + "" + bl.findModule("no.such").isPresent()
                           + Object.class.getModule()
                               .getDescriptor()
                               .exports()
                               .stream()
                               .filter(e -> e.source().equals("java.util"))
                               .findFirst()
                               .get()
                           + DefineWorld.class.getModule().canRead(Object.class.getModule())
                           + Object.class.getModule().isExported("jdk.internal.misc", DefineWorld.class.getModule())
                           + String.class.getModule().isOpen("java.lang"));
        Thread.currentThread().setContextClassLoader(a);
        System.out.println(Thread.currentThread().getContextClassLoader().getName()
                           + ServiceLoader.load(Shape.class).findFirst().isPresent());
        sun.misc.Unsafe un;
        java.lang.reflect.Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        un = (sun.misc.Unsafe) f.get(null);
        Tmpl raw = (Tmpl) un.allocateInstance(Tmpl.class);
        long off = un.objectFieldOffset(Tmpl.class.getDeclaredField("mine"));
        un.putInt(raw, off, 42);
        System.out.println(raw + " " + un.compareAndSwapInt(raw, off, 42, 43) + un.getInt(raw, off)
                           + un.arrayBaseOffset(int[].class) % 4 + un.arrayIndexScale(long[].class));
        long mem = un.allocateMemory(16);
        un.putLong(mem, 0x0102030405060708L);
        System.out.println(un.getByte(mem) + " " + un.getInt(mem + 4));
        un.freeMemory(mem);
    }
}
