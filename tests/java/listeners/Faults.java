// One fault for each listener that looks for it; the argument picks it.
import gov.nasa.jpf.vm.Verify;

public class Faults {
    static Object field = "set";
    static volatile boolean never;
    static final Object a = new Object(), b = new Object();

    static class Shared {
        int uses;

        void use() {
            uses++;
            assert uses < 3;
        }
    }

    static int deep(int n) {
        return n == 0 ? 0 : 1 + deep(n - 1);
    }

    static void both(Object x, Object y) {
        synchronized (x) {
            synchronized (y) {
                field = x;
            }
        }
    }

    static void overlap() {
        Shared s = new Shared();
        for (int i = 0; i < 2; i++) new Thread(() -> { s.use(); s.use(); }).start();
    }

    static void caught() {
        try {
            throw new AssertionError("quiet");
        } catch (AssertionError e) {
            field = e;
        }
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "null": field = null; field.hashCode(); break;
            case "choice": if (Verify.getInt(0, 3) == 2) throw new Error("two"); break;
            case "deadlock": new Thread(() -> both(a, b)).start(); both(b, a); break;
            case "spin": new Thread(() -> { while (!never) { } }).start(); break;
            case "cycle": while (Verify.getBoolean()) { } break;
            case "deep": deep(100); break;
            case "overlap": overlap(); break;
            case "caught": caught(); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
