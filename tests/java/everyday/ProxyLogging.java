// Dynamic proxies: several interfaces, Object methods, checked exceptions, primitive results, wrong
// results.
import java.lang.reflect.*;
import java.util.*;

public class ProxyLogging {
    interface A {
        int i(int a);

        String s(Object... o) throws java.io.IOException;

        default long d() {
            return 5;
        }

        void v();
    }

    interface B {
        boolean z(double d, long l, char c);
    }

    public static void main(String[] args) throws Exception {
        List<String> log = new ArrayList<>();
        InvocationHandler h =
                (p, m, a) -> {
                    log.add(m.getName() + Arrays.deepToString(a));
                    switch (m.getName()) {
                        case "i":
                            return (int) a[0] * 2;
                        case "s":
                            if (a[0] == null || ((Object[]) a[0]).length == 0)
                                throw new java.io.IOException("none");
                            return "s" + ((Object[]) a[0]).length;
                        case "z":
                            return true;
                        case "d":
                            return 9L;
                        case "hashCode":
                            return 77;
                        case "equals":
                            return p == a[0];
                        case "toString":
                            return "proxy!";
                        default:
                            return null;
                    }
                };
        Object p =
                Proxy.newProxyInstance(
                        A.class.getClassLoader(),
                        new Class<?>[] {A.class, B.class, Comparable.class},
                        h);
        System.out.println(
                ((A) p).i(21)
                        + ((A) p).s(1, 2)
                        + ((A) p).d()
                        + ((B) p).z(1.5, 2, 'c')
                        + p
                        + p.hashCode()
                        + p.equals(p)
                        + p.equals("x"));
        ((A) p).v();
        try {
            ((A) p).s();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            ((Comparable) p).compareTo("q");
        } catch (NullPointerException e) {
            System.out.println("null for int");
        }
        Object bad =
                Proxy.newProxyInstance(
                        A.class.getClassLoader(),
                        new Class<?>[] {A.class},
                        (q, m, a) -> {
                            if (m.getName().equals("v")) throw new Exception("checked");
                            return "str";
                        });
        try {
            ((A) bad).i(1);
        } catch (ClassCastException e) {
            System.out.println("CCE");
        }
        try {
            ((A) bad).v();
        } catch (UndeclaredThrowableException e) {
            System.out.println(e.getCause().getMessage());
        }
        System.out.println(
                log
                        + " "
                        + Proxy.isProxyClass(p.getClass())
                        + (Proxy.getInvocationHandler(p) == h)
                        + p.getClass().getInterfaces().length
                        + Modifier.isFinal(p.getClass().getModifiers())
                        + (p instanceof B));
        try {
            Proxy.newProxyInstance(A.class.getClassLoader(), new Class<?>[] {String.class}, h);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Proxy.newProxyInstance(A.class.getClassLoader(), new Class<?>[] {A.class, A.class}, h);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Proxy.getInvocationHandler("x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
