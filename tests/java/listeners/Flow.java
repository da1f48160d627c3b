// tests/test_attributes.py: a value's way through locals, fields, elements, calls and returns; Verify's own marks.
import gov.nasa.jpf.vm.Verify;

public class Flow implements Cloneable {
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

    static void verified() throws Exception {
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
        copied(more);
        reflected();
    }

    /* arraycopy takes the elements' along, in either direction, and clone the fields'. */
    static void copied(boolean more) {
        int[] v = {1, 2, 3, 4};
        Verify.setElementAttribute(v, 0, 41);
        if (more) Verify.setElementAttribute(v, 1, 42);
        check(Verify.getElementAttribute(v.clone(), 1), more ? 42 : 0);
        int[] u = new int[5];
        Verify.setElementAttribute(u, 4, 7);
        System.arraycopy(v, 0, u, 2, 3);
        check(Verify.getElementAttribute(u, 2), 41);
        check(Verify.getElementAttribute(u, 4), 0);
        System.arraycopy(v, 0, v, 1, 3);
        check(Verify.getElementAttribute(v, 1), 41);
        check(Verify.getElementAttribute(v, 2), more ? 42 : 0);
        System.arraycopy(v, 1, v, 0, 3);
        check(Verify.getElementAttribute(v, 0), 41);
        check(Verify.getElementAttribute(v, 1), more ? 42 : 0);
        Object[] words = {"a", 1}, strings = new String[2];
        Verify.setElementAttribute(words, 0, 12);
        try {
            System.arraycopy(words, 0, strings, 0, 2);
        } catch (ArrayStoreException e) {
            check(Verify.getElementAttribute(strings, 0), 0);
        }
        Flow o = new Flow(), c;
        Verify.setFieldAttribute(o, "g", 3);
        Verify.setObjectAttribute(o, 4);
        try {
            c = (Flow) o.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
        check(Verify.getFieldAttribute(c, "g"), 3);
        check(Verify.getFieldAttribute(c, "f"), 0);
        check(Verify.getObjectAttribute(c), 4);
    }

    public static int marked(long w, int x, Object q) {
        check(Verify.getLocalAttribute("w"), 5);
        check(Verify.getLocalAttribute("x"), 0);
        check(Verify.getLocalAttribute("q"), 6);
        Verify.setLocalAttribute("x", 8);
        return x;
    }

    /* Method.invoke: those of the array's elements are the parameters'; the result has its own. */
    static void reflected() throws Exception {
        Object[] args = {7L, 3, "s"};
        Verify.setElementAttribute(args, 0, 5);
        Verify.setElementAttribute(args, 2, 6);
        Object r = Flow.class.getMethod("marked", long.class, int.class, Object.class).invoke(null, args);
        check(Verify.getLocalAttribute("r"), 8);
        Object plain = Flow.class.getMethod("marked2", int.class).invoke(new Flow(), 3);
        check(Verify.getLocalAttribute("plain"), 0);
    }

    public int marked2(int x) { return x; }

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
