// expect: violation uncaught_exception java.lang.NullPointerException
/** Check-then-act on a plain field. */
public class CheckThenAct {
    static class Box { String value = "v"; }
    public static void main(String[] args) {
        final Box b = new Box();
        new Thread() { public void run() { b.value = null; } }.start();
        if (b.value != null) {
            b.value.length();
        }
    }
}
