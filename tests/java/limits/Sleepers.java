/** Thousands of threads that sleep: what is asked of each state grows with their number. */
public class Sleepers {
    public static void main(String[] a) throws InterruptedException {
        Thread[] all = new Thread[a.length > 0 ? Integer.parseInt(a[0]) : 2000];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(() -> {
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            all[i].start();
        }
        for (Thread t : all) t.join();
    }
}
