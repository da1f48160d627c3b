// Order of initialization: instance blocks, overridden methods called from constructors, static
// cycles, constants inlined, interface fields, arrays and class literals that do not initialize.
import java.util.*;

public class InitPuzzles {
    static StringBuilder log = new StringBuilder();

    static int mark(String s) {
        log.append(s).append(' ');
        return s.length();
    }

    static class A {
        static int x = mark("A.x");
        int y = mark("A.y");

        {
            mark("A{}");
        }

        A() {
            mark("A()");
            hook();
        }

        void hook() {
            mark("A.hook");
        }

        static {
            mark("A.static");
        }
    }

    static class B extends A {
        static int x = mark("B.x");
        int z = mark("B.z");
        final int k = 7;
        final Integer boxed = 8;

        {
            mark("B{}");
        }

        B() {
            super();
            mark("B()" + z);
        }

        @Override
        void hook() {
            mark("B.hook" + z + k + boxed);
        }
    }

    static class C1 {
        static int a = C2.b + 1;
    }

    static class C2 {
        static int b = C1.a + 1;
    }

    static class K {
        static final int CONST = 5;
        static final String S = "s";
        static final Integer BOX = 6;
        static final int CALC = Integer.parseInt("7");

        static {
            mark("K.init");
        }
    }

    interface I {
        int V = mark("I.V");

        default void d() {}
    }

    interface J extends I {
        int W = mark("J.W");
    }

    static class Impl implements J {
        static int q = mark("Impl.q");
    }

    interface Plain {
        int P = mark("Plain.P");

        void m();
    }

    static class PI implements Plain {
        public void m() {}
    }

    static class Never {
        static {
            mark("Never");
        }

        static int[] arr;
    }

    static class Boom {
        static int v = 1 / (mark("Boom") - 4);
    }

    static class Forward {
        static int a = peek();
        static int b = 10;

        static int peek() {
            return b;
        }
    }

    enum E {
        X,
        Y;
        static final Map<String, E> BY = new HashMap<>();

        static {
            for (E e : values()) BY.put(e.name().toLowerCase(), e);
        }

        final int ord = ordinal() * 10;
    }

    static class Holder {
        static {
            mark("Holder");
        }

        static final Holder IT = new Holder();

        Holder() {
            mark("Holder()");
        }
    }

    static class Self {
        static Self s = new Self();
        static int n = 5;
        int seen = n;
    }

    static void flush() {
        System.out.println(log);
        log.setLength(0);
    }

    public static void main(String[] args) throws Exception {
        new B();
        flush();
        System.out.println(C2.b + " " + C1.a);
        System.out.println(K.CONST + K.S);
        flush();
        System.out.println(K.BOX);
        flush();
        new Impl();
        flush();
        new PI();
        flush();
        System.out.println(J.W);
        flush();
        Never[] ns = new Never[3];
        Class<?> c = Never.class;
        Object o = ns;
        boolean is = o instanceof Never[];
        flush();
        Class.forName("InitPuzzles$Never", false, InitPuzzles.class.getClassLoader());
        flush();
        Class.forName("InitPuzzles$Never");
        flush();
        for (int i = 0; i < 2; i++)
            try {
                System.out.println(Boom.v);
            } catch (Throwable t) {
                System.out.println(
                        t
                                + " / "
                                + (t.getCause() == null
                                        ? null
                                        : t.getCause().getClass().getSimpleName()
                                                + " "
                                                + t.getCause().getMessage()));
            }
        flush();
        System.out.println(
                Forward.a + " " + Forward.b + " " + E.BY.get("y").ord + " " + Self.s.seen);
        System.out.println(Holder.IT != null);
        flush();
        new Object() {
            int v;

            {
                v = 3;
                mark("anon" + v);
            }
        };
        flush();
        int[] a = {mark("one"), mark("three")};
        int i = 0;
        i = i++ + ++i;
        a[i = 0] = i = 1;
        System.out.println(i + Arrays.toString(a));
        flush();
    }
}
