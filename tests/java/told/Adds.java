/** So many threads add so often, one by one: a wide lattice of states. */
public class Adds {
    static volatile int n;

    public static void main(String[] a) throws Exception {
        Thread[] t = new Thread[Integer.parseInt(a[0])];
        int times = Integer.parseInt(a[1]);
        for (int i = 0; i < t.length; i++) {
            t[i] = new Thread(() -> {
                for (int k = 0; k < times; k++) n++;
            });
        }
        for (Thread x : t) x.start();
        for (Thread x : t) x.join();
    }
}
