// Default, static and private interface methods; diamond resolution; abstract re-declaration; super
// calls.
public class Interfaces {
    interface A {
        default String m() {
            return "A" + p();
        }

        private String p() {
            return "p";
        }

        static String s() {
            return "sA";
        }
    }

    interface B extends A {
        default String m() {
            return "B" + A.super.m();
        }
    }

    interface C extends A {}

    static class D implements B, C {}

    static class E implements C, A {}

    interface F extends A {
        String m();
    }

    abstract static class G implements F {}

    static class H extends G {
        public String m() {
            return "H";
        }
    }

    interface L {
        default String m() {
            return "L";
        }
    }

    static class M implements A, L {
        public String m() {
            return A.super.m() + L.super.m();
        }
    }

    static class Top {
        public String m() {
            return "Top";
        }
    }

    static class N extends Top implements B {}

    interface O {
        default int hash() {
            return hashCode();
        }

        boolean equals(Object o);

        int hashCode();
    }

    interface Num<T extends Number> {
        T get();

        default long twice() {
            return get().longValue() * 2;
        }
    }

    static class Impl implements Num<Integer>, Comparable<Impl> {
        public Integer get() {
            return 21;
        }

        public int compareTo(Impl o) {
            return 0;
        }
    }

    interface Counter {
        int[] n = {0};

        default int next() {
            return ++n[0];
        }
    }

    static class P implements Counter {}

    static class Q implements Counter {}

    interface Late {
        String z = init();

        static String init() {
            System.out.println("Late initialized");
            return "z";
        }

        default void touch() {}
    }

    static class UsesLate implements Late {}

    public static void main(String[] args) throws Exception {
        System.out.println(
                new D().m()
                        + " "
                        + new E().m()
                        + " "
                        + new H().m()
                        + " "
                        + new M().m()
                        + " "
                        + new N().m()
                        + " "
                        + A.s());
        A a = new N();
        B b = new N();
        Top t = new N();
        System.out.println(a.m() + b.m() + t.m());
        Num<? extends Number> num = new Impl();
        System.out.println(
                num.get()
                        + " "
                        + num.twice()
                        + " "
                        + new O() {
                            @Override
                            public int hashCode() {
                                return 77;
                            }
                        }.hash());
        new P().next();
        System.out.println(new Q().next());
        new UsesLate();
        System.out.println(UsesLate.z);
        A lam = new A() {};
        System.out.println(lam.m() + (lam instanceof B) + A.class.getMethod("m").isDefault());
        Object[] all = {new D(), new H(), new N()};
        for (Object o : all) {
            String r = "";
            if (o instanceof A) r += "A";
            if (o instanceof B) r += "B";
            if (o instanceof C) r += "C";
            if (o instanceof F) r += "F";
            System.out.println(r + o.getClass().getInterfaces().length);
        }
    }
}
