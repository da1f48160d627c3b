// tests/test_attributes.py: a value's way through locals, fields, elements, calls and returns; Verify's own marks.
import gov.nasa.jpf.vm.Verify;

public class Flow {
    int f;
    long g;
    static int s;
    static double d;

    static int id(int skipped, long wide, int x) { return x; }
    static long idl(long a, long x) { return x; }
    int virt(int x) { this.f = x; return this.f; }
    static int plus(int x) { return x + 1; }
    static int fail(int x) { if (x > 0) throw new IllegalStateException(); return x; }

    static void check(int is, int should) { if (is != should) throw new AssertionError(is + " instead of " + should); }

    static void listened() {
        int source = 5;
        int a = source;
        Flow o = new Flow();
        o.f = a;
        int b = id(1, 2L, o.f);
        int[] cells = new int[3];
        cells[1] = b;
        s = cells[1];
        int c = o.virt(s);
        Integer boxed = c;
        int sink = c;
        int sum = sink + 1;
        int called = plus(sink);
        sink = 7;
        int plain = sink;
    }

    static void verified() {
        int x = 3;
        Verify.setLocalAttribute("x", 42);
        int y = x;
        check(Verify.getLocalAttribute("y"), 42);
        Flow o = new Flow();
        o.f = y;
        check(Verify.getFieldAttribute(o, "f"), 42);
        boolean more = Verify.getBoolean();
        check(Verify.getFieldAttribute(o, "f"), 42);
        if (more) Verify.addFieldAttribute(o, "f", 1);
        int z = o.virt(o.f);
        check(Verify.getLocalAttributes("z").length, more ? 2 : 1);
        check(Verify.getLocalAttribute("z"), more ? 1 : 42);
        int sum = z + y;
        check(Verify.getLocalAttribute("sum"), 0);
        long[] ls = new long[2];
        Verify.setElementAttribute(ls, 1, 9);
        long l = idl(0L, ls[1]);
        check(Verify.getLocalAttribute("l"), 9);
        o.g = l;
        check(Verify.getFieldAttribute(o, "g"), 9);
        d = l;
        check(Verify.getFieldAttribute(Flow.class, "d"), 0);
        int w;
        try { w = fail(z); } catch (IllegalStateException e) { w = 1; }
        check(Verify.getLocalAttribute("w"), 0);
        y++;
        check(Verify.getLocalAttribute("y"), 42);
        y = 1;
        check(Verify.getLocalAttribute("y"), 0);
        int v = more ? x : 2;
        check(Verify.getLocalAttribute("v"), more ? 42 : 0);
        Verify.incrementCounter(0);
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("listened")) {
            Thread t = new Thread(() -> s++);
            t.start();
            listened();
            t.join();
        } else {
            verified();
        }
    }
}
