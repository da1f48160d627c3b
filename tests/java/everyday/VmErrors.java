// Errors the VM itself makes: casts, stores, sizes, missing and abstract members, failed initializers,
// monitors, and the null messages of every kind of instruction.
import java.util.*;

public class VmErrors {
    interface Body {
        Object run() throws Throwable;
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " " + b.run());
        } catch (Throwable e) { System.out.println(n + " " + e); }
    }
    static class Node {
        Node next;
        int v;
        long[] ls;
        String[][] grid;
        Node next() { return next; }
        static Node nul() { return null; }
        Runnable r;
        boolean z;
        char c;
    }
    static class Bad {
        static int x = 1 / Integer.parseInt("0");
        static void touch() {}
    }
    static class Bad2 {
        static {
            if (true) throw new IllegalStateException("clinit");
        }
    }
    static Node sn;
    Node in;
    static int[][] arr2 = new int[2][];
    static <T> T id(T t) { return t; }
    interface A {
        default String who() { return "A"; }
    }
    interface B extends A {
        default String who() { return "B" + A.super.who(); }
    }
    interface C extends A {}
    static class D implements B, C {
        public String who() { return "D" + B.super.who(); }
    }
    public static void main(String[] args) {
        Node n = new Node(), z = null;
        Object o = "str";
        int[] ia = null;
        Object[] oa = new Integer[2];
        List<?> l = List.of(1);
        t("cast", () -> (Integer) o);
        t("cast arr", () -> (int[]) (Object) new long[0]);
        t("cast own", () -> (Node) o);
        t("cast iface", () -> ((Runnable) o));
        t("cast arr2", () -> (String[][]) (Object) new Object[0]);
        t("store", () -> oa[0] = "s");
        t("store2", () -> {
            Object[] x = new Node[1][];
            return x[0] = new Object[0];
        });
        t("neg", () -> new int[-5]);
        t("neg2", () -> new int[2][-1][3]);
        t("div", () -> 5 % (args.length));
        t("huge", () -> new long[Integer.MAX_VALUE]);
        t("index", () -> "abc".charAt(10));
        t("monitor", () -> {
            new Object().notify();
            return 0;
        });
        t("wait", () -> {
            o.wait();
            return 0;
        });
        t("init", () -> {
            Bad.touch();
            return 0;
        });
        t("init again", () -> Bad.x);
        t("init2", () -> new Bad2());
        t("init2 again", () -> new Bad2());
        t("class", () -> Class.forName("VmErrors$Bad2"));
        t("default", () -> new D().who());
        t("field", () -> z.v);
        t("put", () -> z.v = 3);
        t("call", () -> z.next());
        t("chain", () -> n.next.next.v);
        t("ret", () -> n.next().next());
        t("static ret", () -> Node.nul().v);
        t("static field", () -> sn.v);
        t("arr", () -> ia[0]);
        t("arrput", () -> {
            n.ls[2] = 5;
            return 0;
        });
        t("len", () -> n.grid.length);
        t("len2", () -> arr2[1].length);
        t("grid", () -> {
            n.grid = new String[2][];
            return n.grid[1][0];
        });
        t("elem call", () -> {
            String[] s = new String[1];
            return s[0].length();
        });
        t("unbox", () -> {
            Integer i = null;
            return i + 1;
        });
        t("unbox ret", () -> {
            Map<String, Integer> m = new HashMap<>();
            int x = m.get("k");
            return x;
        }); t("sync", () -> { synchronized (n.next) { return 1;
    }
});
t("throw", () -> {
    RuntimeException e = null;
    throw e;
});
t("switch", () -> {
    String s = null;
    switch (s) {
    case "a": return 1;
    default: return 2;
    }
});
t("foreach", () -> {
    List<String> x = null;
    for (String s : x) {}
    return 0;
});
t("iface", () -> {
    n.r.run();
    return 0;
});
t("param", () -> p(null, 0));
t("param2", () -> new VmErrors().q(null));
t("this field", () -> new VmErrors().q2());
t("generic", () -> id((String) null).length());
t("cond", () -> (args.length == 0 ? n.next : n).v);
t("index expr", () -> arr2[args.length + 1][args.length]);
t("long", () -> {
    long[] q = n.ls;
    q[0]++;
    return 0;
});
t("bool", () -> n.next.z);
t("char", () -> n.next.c++);
t("lambda", () -> {
    Runnable r = null;
    r.run();
    return 0;
});
t("super", () -> Objects.requireNonNull(null, "msg"));
t("concat", () -> "x" + n.next + null);
t("inner", () -> {
    VmErrors v = null;
    return v.new In();
});
t("varargs", () -> {
    Object[] vs = null;
    return Arrays.asList(vs);
});
t("mref", () -> {
    Node q = null;
    Runnable r = q::next;
    return r;
});
t("catch msg", () -> {
    try {
        return z.next;
    } catch (NullPointerException e) { throw new RuntimeException(e.getMessage().length() + "", e); }
});
t("own npe", () -> { throw new NullPointerException(); });
t("own npe2", () -> { throw new NullPointerException("own"); });
t("reflect npe", () -> Node.class.getDeclaredField("v").get(null));
t("aioobe", () -> new ArrayList<>().toArray(new Integer[0])[0]);
t("deep", () -> rec(0));
t("arith", () -> Math.floorDiv(1, 0));
t("nfe", () -> Long.parseLong("12a"));
t("enum", () -> Thread.State.valueOf("x"));
t("class cast bound", () -> {
    Comparable c = 1;
    return c.compareTo("s");
});
t("heap pollution", () -> {
    List<Integer> x = (List<Integer>) (List<?>) List.of("s");
    int y = x.get(0);
    return y;
});
t("iter", () -> new ArrayList<>().iterator().next());
t("arraycopy", () -> {
    System.arraycopy("s", 0, new int[1], 0, 1);
    return 0;
});
t("arraycopy2", () -> {
    System.arraycopy(new int[1], 0, new int[1], 0, -1);
    return 0;
});
t("arraycopy3", () -> {
    System.arraycopy(null, 0, new int[1], 0, 1);
    return 0;
});
t("arraycopy4", () -> {
    System.arraycopy(new Object[] {"a", 1}, 0, new String[2], 0, 2);
    return 0;
});
t("clone", () -> new VmErrors().clone());
t("interrupt", () -> {
    Thread.currentThread().interrupt();
    Thread.sleep(1);
    return 0;
});
t("neg sleep", () -> {
    Thread.sleep(-1);
    return 0;
});
t("start twice", () -> {
    Thread q = new Thread();
    q.start();
    q.join();
    q.start();
    return 0;
});
t("prio", () -> {
    new Thread().setPriority(11);
    return 0;
});
}
class In {}
static int p(Node a, int b) { return a.v + b; }
int q(Node a) { return a.next.v; }
int q2() { return in.v; }
static String rec(int d) {
    try {
        return d > 100000000 ? "" : rec(d + 1);
    } catch (StackOverflowError e) { return e.getMessage() == null ? "overflow" : "message"; }
}
}
