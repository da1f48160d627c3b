/** One thread spins for ever on its own object, the other fails: the cycle must not starve it. */
public class Spinner {
    static class O { int v; }

    public static void main(String[] args) {
        final O mine = new O(), other = new O();
        new Thread() { public void run() { for (;;) synchronized (mine) { mine.v = 1 - mine.v; } } }.start();
        new Thread() {
            public void run() {
                synchronized (other) { other.v = 1; }
                throw new IllegalStateException("starved");
            }
        }.start();
        synchronized (mine) { mine.v = 0; }
        synchronized (other) { other.v = 0; }
    }
}
