// errors: AssertionError
// outcomes:
public class SyncException {
    static int a, b;
    static final Object l = new Object();

    static void upd(int k) {
        synchronized (l) {
            a += k;
            if (k == 2) throw new IllegalArgumentException();
            b += k;
        }
    }

    public static void main(String[] z) throws Exception {
        Thread t =
                new Thread(
                        () -> {
                            try {
                                upd(2);
                            } catch (IllegalArgumentException e) {
                            }
                        });
        t.start();
        synchronized (l) {
            assert a == b;
        }
        t.join();
    }
}
