// Class initialization: laziness, constants, superclasses, interfaces with defaults, circularity,
// failures, holders.
public class ClassInitOrder {
    static void log(String s) {
        System.out.println(s);
    }

    static class P {
        static {
            log("P");
        }

        static int v = 1;
        static final int C = 5;
        static final Integer BOX = 6;

        static void m() {}
    }

    static class Q extends P {
        static {
            log("Q");
        }

        static int w = 2;
    }

    interface I {
        int X = init("I.X");

        default void d() {}
    }

    interface J {
        int Y = init("J.Y");

        void e();
    }

    static int init(String s) {
        log(s);
        return 1;
    }

    static class K implements I, J {
        static {
            log("K");
        }

        public void e() {}
    }

    static class A {
        static int a = B.b + 1;
    }

    static class B {
        static int b = A.a + 10;
    }

    static class Bad {
        static int z = 1 / zero();

        static int zero() {
            return 0;
        }
    }

    static class Holder {
        static final Holder I = new Holder();
        static int n = 7;
        final int seen;

        Holder() {
            seen = n;
        }
    }

    {
        log("instance block");
    }

    int f = init("field f");

    ClassInitOrder() {
        log("ctor");
    }

    enum E {
        A,
        B;

        static {
            log("E static");
        }

        E() {
            log("E ctor");
        }
    }

    public static void main(String[] args) throws Exception {
        log("main");
        log("" + P.C);
        log("" + Q.v);
        Q[] arr = new Q[1];
        log("array");
        log("" + P.BOX);
        log("" + Q.w);
        new K();
        log("" + J.Y);
        log(A.a + " " + B.b);
        try {
            log("" + Bad.z);
        } catch (ExceptionInInitializerError e) {
            log(e.getCause().getMessage());
        }
        try {
            new Bad();
        } catch (NoClassDefFoundError e) {
            log(e.getMessage());
        }
        log(Holder.I.seen + " " + Holder.n);
        new ClassInitOrder();
        log(E.A + "");
        Class<?> c =
                Class.forName("ClassInitOrder$Lazy", false, ClassInitOrder.class.getClassLoader());
        log("loaded");
        c.getDeclaredMethod("touch").invoke(null);
        Object o = Late.class;
        log("literal");
        Late.f = 1;
    }

    static class Lazy {
        static {
            log("Lazy");
        }

        static void touch() {
            log("touch");
        }
    }

    static class Late {
        static {
            log("Late");
        }

        static int f;
    }
}
