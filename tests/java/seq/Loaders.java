// Class loaders: defining classes twice, identity per loader, delegation, class unloading-free
// errors.
import java.io.*;

public class Loaders {
    public static class Plug {
        static int n;

        public Plug() {
            n++;
        }

        @Override
        public String toString() {
            return "plug" + n;
        }
    }

    static class Own extends ClassLoader {
        Own() {
            super("own", Loaders.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Loaders$Plug")) return super.loadClass(name, resolve);
            Class<?> c = findLoadedClass(name);
            if (c != null) return c;
            try (InputStream in = Loaders.class.getResourceAsStream("Loaders$Plug.class")) {
                byte[] b = in.readAllBytes();
                return defineClass(name, b, 0, b.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        Class<?> raw(String n, byte[] b) {
            return defineClass(n, b, 0, b.length);
        }
    }

    public static void main(String[] args) throws Exception {
        Own o = new Own(), p = new Own();
        Class<?> a = o.loadClass("Loaders$Plug"), b = p.loadClass("Loaders$Plug");
        System.out.println(
                (a == b)
                        + " "
                        + (a == Plug.class)
                        + " "
                        + (a == o.loadClass("Loaders$Plug"))
                        + " "
                        + a.getName().equals(b.getName())
                        + " "
                        + a.getClassLoader().getName());
        Object x = a.getDeclaredConstructor().newInstance();
        a.getDeclaredConstructor().newInstance();
        Object y = b.getDeclaredConstructor().newInstance();
        System.out.println(
                x + " " + y + " " + new Plug() + " " + a.isInstance(y) + " " + (x instanceof Plug));
        try {
            Plug q = (Plug) x;
        } catch (ClassCastException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        try {
            o.raw("Bad", new byte[] {1, 2, 3, 4});
        } catch (ClassFormatError e) {
            System.out.println(e.getMessage());
        }
        try {
            o.raw(
                    "Bad",
                    new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 99});
        } catch (ClassFormatError e) {
            System.out.println(e.getClass().getSimpleName());
        }
        try {
            o.raw("java.evil.X", new byte[10]);
        } catch (SecurityException e) {
            System.out.println(e.getMessage());
        }
        try {
            o.loadClass("no.Such");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(
                ClassLoader.getSystemClassLoader().getParent().getName()
                        + " "
                        + ClassLoader.getSystemClassLoader().getName()
                        + " "
                        + Thread.currentThread().getContextClassLoader().getName()
                        + " "
                        + Loaders.class.getResource("Nope.class")
                        + " "
                        + (Loaders.class.getResource("Loaders.class") != null));
    }
}
