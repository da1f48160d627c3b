/** lost update on a volatile field. */
public class VolBug {
    static volatile int x;

    public static void main(String[] a) throws Exception {
        Runnable r =
                new Runnable() {
                    public void run() {
                        x++;
                    }
                };
        Thread p = new Thread(r), q = new Thread(r);
        p.start();
        q.start();
        p.join();
        q.join();
        assert x == 2 : "lost update " + x;
    }
}
