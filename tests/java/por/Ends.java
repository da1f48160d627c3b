import gov.nasa.jpf.vm.Verify;

/** A thread that ends the path for all must not hide the other's error. */
public class Ends {
    static class O { int v; }

    public static void main(String[] args) {
        final O o = new O(), p = new O();
        new Thread() {
            public void run() {
                synchronized (p) { p.v = 1; }
                if (args[0].equals("exit")) System.exit(0);
                Verify.ignoreIf(true);
            }
        }.start();
        new Thread() {
            public void run() {
                synchronized (o) { o.v = 1; }
                synchronized (o) { o.v++; }
                throw new IllegalStateException("hidden");
            }
        }.start();
    }
}
