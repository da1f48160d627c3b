// tests/test_listener_moments.py: what a listener of jpf-core's is told of, in its order, where nothing runs beside.
public class Sequence {
    int f;

    synchronized int inc(int d) {
        f += d;
        return f;
    }

    static void fails() { throw new IllegalStateException(); }

    static class Plain extends Exception {}

    static class Told extends Exception {
        Told(String what) { super(what); }
    }

    public static void main(String[] args) {
        if (args.length > 0) {
            try {
                fails();
            } catch (Exception e) {
                System.out.println(e);
            }
            return;
        }
        Sequence s = new Sequence();
        s.inc(2);
        try {
            fails();
        } catch (IllegalStateException e) {
            s.f = 0;
        }
    }
}
