import java.util.*;
import java.util.function.*;

public class NpeEverywhere {
    static class P {
        P next;
        int v;
        long[] la;
        String s;
        Object[][] grid;
        static P root;

        P n() {
            return next;
        }

        static P sn(int a, String... b) {
            return null;
        }

        void m(int i) {}

        boolean z;
        Integer boxed;
        byte[] ba;
        double d;
    }

    static P sp;
    static int[] sarr;
    static Object[][] so;
    static final P NULLP = null;

    interface T {
        void run() throws Throwable;
    }

    static void t(T r) {
        try {
            r.run();
            System.out.println("no exception");
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    static P id(P p) {
        return p;
    }

    static int idx() {
        return 1;
    }

    static <X extends P> X gen() {
        return null;
    }

    P fld;
    P[] flds;

    void inst() {
        t(
                () -> {
                    fld.v = 1;
                });
        t(
                () -> {
                    this.flds[0].v = 1;
                });
        t(
                () -> {
                    flds = new P[3];
                    flds[idx()].next.v++;
                });
        fld = null;
        try {
            fld.m(1);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (fld) {
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static void params(P p, P[] q, int i, long l, double d, Object o, P last) {
        try {
            p.v = 3;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            q[i].next.next.v = 3;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            last.n().n();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            o.toString();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(((P) o).v);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            l = p.la[(int) l];
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            d = p.d;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        P local = null;
        int k = 2;
        try {
            local.la[k + 1]--;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        local = new P();
        try {
            local.la[k + 1]--;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            local.grid[k][k - 1] = o;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            so[k][0].hashCode();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        so = new Object[3][];
        try {
            so[k][0].hashCode();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        so[2] = new Object[1];
        try {
            so[k][0].hashCode();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            so[sarr[0]] = null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            int n = local.boxed;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            if (local.boxed == 3) k++;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            switch (local.s) {
                case "a":
                    break;
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            for (P x : (List<P>) null) {}
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            for (int x : local.ba) {}
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw (RuntimeException) o;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            P.sn(1).n();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            P.sn(1, "a", null).next.v = 1;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            gen().m(1);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            id(null).z = true;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            (k > 0 ? local.next : local).v = 1;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            P.root.next.la = null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            NpeEverywhere.sp.next = null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            NULLP.n();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            local.s.length();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            local.s.concat("x").length();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            "a".concat(local.s);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[][][] c = new int[2][2][];
            c[1][0][k]++;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            char[] c = null;
            c[0] += 'a';
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            boolean[] c = null;
            c[0] |= true;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            short[] c = null;
            System.out.println(c[3]);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            float[] c = null;
            c[k] = 1f;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            double[] c = null;
            c[k & 1] = c[0];
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            byte[] c = null;
            System.out.println(c.length);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Supplier<P> s = local.next::n;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Objects.requireNonNull(local.next, "msg");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ArrayList<>(List.of(1, 2)).forEach(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            List.of(1, null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Map<String, Integer> m = new HashMap<>();
            int z = m.get("q");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            new P().next.m(m2(1, 2L, "s", new int[0], new P[0][0]));
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            m3(1, 2L, "s", null, null).m(1);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            NullPointerException n = new NullPointerException();
            System.out.println(n.getMessage());
            throw n;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static int m2(int a, long b, String c, int[] d, P[][] e) {
        return 1;
    }

    static P m3(int a, long b, String c, int[] d, P[][] e) {
        return null;
    }

    public static void main(String[] args) {
        new NpeEverywhere().inst();
        params(null, new P[] {null, new P()}, 1, 1, 1, null, new P());
        t(
                () -> {
                    sp.v++;
                });
        t(
                () -> {
                    sarr[2] = 3;
                });
        t(
                () -> {
                    Object o = null;
                    o.getClass();
                });
        t(
                () -> {
                    String s = null;
                    s.chars();
                });
        Function<P, Integer> f = p -> p.v;
        t(() -> f.apply(null));
        BiFunction<P, P, P> g = (a, b) -> b.next;
        t(() -> g.apply(null, null));
        Function<P, P> h = P::n;
        t(() -> h.apply(null));
        t(
                () -> {
                    int[] a = args.length > 5 ? null : null;
                    a[0] = 1;
                });
        t(
                () -> {
                    ((int[]) null)[1] = 2;
                });
        t(() -> System.out.println(((String) null).length()));
    }
}
