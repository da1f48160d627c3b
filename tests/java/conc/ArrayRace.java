// expect: violation uncaught_exception java.lang.AssertionError "lost update 1"
public class ArrayRace {
    public static void main(String[] args) throws Exception {
        final int[] x = new int[1];
        Runnable r = new Runnable() { public void run() { int t = x[0]; x[0] = t + 1; } };
        Thread p = new Thread(r), q = new Thread(r);
        p.start();
        q.start();
        p.join();
        q.join();
        if (x[0] != 2) throw new AssertionError("lost update 1");
    }
}
