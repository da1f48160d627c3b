/** lost update on an array element. */
public class ArrBug {
    public static void main(String[] a) throws Exception {
        final int[] x = new int[1];
        Runnable r =
                new Runnable() {
                    public void run() {
                        int t = x[0];
                        x[0] = t + 1;
                    }
                };
        Thread p = new Thread(r), q = new Thread(r);
        p.start();
        q.start();
        p.join();
        q.join();
        assert x[0] == 2 : "lost update " + x[0];
    }
}
