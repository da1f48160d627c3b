// tests/test_listener_moments.py: what a listener of jpf-core's is told of, in its order, where nothing runs beside.
public class Sequence {
    int f;

    synchronized int inc(int d) {
        f += d;
        return f;
    }

    static void fails() { throw new IllegalStateException(); }

    public static void main(String[] args) {
        Sequence s = new Sequence();
        s.inc(2);
        try {
            fails();
        } catch (IllegalStateException e) {
            s.f = 0;
        }
    }
}
