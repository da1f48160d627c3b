// Order of class and instance initialization: what triggers it, what does not.
public class InitOrder {
    static int log(String s) {
        System.out.println(s);
        return 1;
    }

    static class A {
        static int a = log("A.a");
        int i = log("A.i");

        static {
            log("A static");
        }

        {
            log("A init");
        }

        A() {
            log("A()");
            over();
        }

        void over() {
            log("A.over");
        }

        static final int C = 5;
        static final Integer BOXED = log("A.BOXED");
    }

    static class B extends A {
        static int b = log("B.b");
        int j = log("B.j");
        int set = 7;

        {
            log("B init");
        }

        B() {
            this(log("B arg"));
            log("B()");
        }

        B(int x) {
            super();
            log("B(int) " + set);
        }

        @Override
        void over() {
            log("B.over " + set);
        }
    }

    interface I {
        int X = log("I.X");
        int CONST = 3;

        default void m() {}
    }

    interface J {
        int Y = log("J.Y");

        void n();
    }

    static class K implements I, J {
        static {
            log("K static");
        }

        public void n() {}
    }

    static class OnlyParent extends A {
        static {
            log("never");
        }
    }

    enum E {
        P,
        Q;

        static {
            log("E static");
        }

        E() {
            log("E() " + name());
        }
    }

    static class Lazy {
        static {
            log("Lazy");
        }

        static void touch() {}

        static int v;
    }

    static class Arr {
        static {
            log("Arr");
        }
    }

    static class Lit {
        static {
            log("Lit");
        }
    }

    static class Cycle1 {
        static int x = Cycle2.y + 1;

        static {
            log("Cycle1 " + x);
        }
    }

    static class Cycle2 {
        static int y = Cycle1.x + 10;

        static {
            log("Cycle2 " + y);
        }
    }

    static class Sub extends Lazy {
        static {
            log("Sub");
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(A.C);
        System.out.println(OnlyParent.a);
        new B();
        new B();
        System.out.println(I.CONST);
        new K();
        System.out.println(J.Y);
        System.out.println(E.Q.ordinal());
        Arr[] arr = new Arr[3];
        System.out.println(Lit.class.getName());
        Class.forName("InitOrder$Arr", false, InitOrder.class.getClassLoader());
        System.out.println("forName");
        Class.forName("InitOrder$Arr");
        Sub.touch();
        Sub.v = 3;
        System.out.println(arr instanceof Object[]);
        System.out.println(Cycle1.x + " " + Cycle2.y);
        new Sub();
    }

    static {
        log("InitOrder static");
    }
}
