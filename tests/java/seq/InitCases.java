public class InitCases {
    static StringBuilder log = new StringBuilder();

    static int l(String s) {
        System.out.println(s);
        return s.length();
    }

    static class A {
        static int a = l("A.a");
        int i = l("A.i");

        {
            l("A.init");
        }

        static {
            l("A.static");
        }

        A() {
            this(l("A.arg"));
            l("A()");
        }

        A(int k) {
            l("A(int)");
            over();
        }

        void over() {
            l("A.over");
        }

        static final int CONST = 5;
        static final Integer BOXED = l("boxed");
        static final String S = "str";
    }

    static class B extends A {
        final int f = 7;
        int g = l("B.g");
        String h = "h";
        static int b = l("B.b");

        B() {
            super();
            l("B() " + f + g + h);
        }

        @Override
        void over() {
            l("B.over " + f + g + h);
        }
    }

    interface I {
        int X = l("I.X");

        default void d() {}
    }

    interface J extends I {
        int Y = l("J.Y");
    }

    interface K {
        int Z = l("K.Z");

        static void st() {
            l("K.st");
        }
    }

    static class C implements J, K {
        static {
            l("C");
        }
    }

    static class D extends C {
        static int dd = l("D.dd");
    }

    enum E {
        P("p"),
        Q("q");

        static {
            l("E.static");
        }

        E(String s) {
            l("E." + s);
        }
    }

    static class F {
        static {
            l("F");
            if (true) throw new IllegalStateException("in F");
        }

        static int f;
    }

    static class G extends F {
        static {
            l("G");
        }
    }

    static class H {
        static H h = new H();
        static int n = 3;
        int m = n;

        static {
            l("H.m=" + h.m + " n=" + n);
        }
    }

    static class Cy1 {
        static int x = Cy2.y + 1;
    }

    static class Cy2 {
        static int y = Cy1.x + 1;
    }

    public static void main(String[] args) throws Exception {
        l("main");
        System.out.println(A.CONST + A.S);
        A[] arr = new A[2];
        Class<?> c = B.class;
        l("before B");
        new B();
        System.out.println(C.class.getSimpleName());
        l("C now");
        System.out.println(D.dd);
        K.st();
        System.out.println(J.Y);
        System.out.println(E.valueOf("Q").ordinal());
        for (int i = 0; i < 2; i++)
            try {
                System.out.println(G.f);
            } catch (Throwable t) {
                System.out.println(t + " <- " + t.getCause());
            }
        try {
            new G();
        } catch (Throwable t) {
            System.out.println(t + " <- " + t.getCause());
            StackTraceElement[] st = t.getStackTrace();
            System.out.println(st[0]);
        }
        new H();
        System.out.println(Cy1.x + " " + Cy2.y);
        Class.forName("InitCases$Lazy", false, InitCases.class.getClassLoader());
        l("not yet");
        Class.forName("InitCases$Lazy");
        Object o =
                new Object() {
                    {
                        l("anon");
                    }

                    int z = l("anon.z");
                };
        class Loc {
            static int q = l("Loc.q");
        }
        l("loc");
        System.out.println(Loc.q);
    }

    static class Lazy {
        static {
            l("Lazy");
        }
    }
}
