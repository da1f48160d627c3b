/** Threads whose stacks have been deep: the pages stay. */
public class Deep {
    static int down(int n) {
        return n == 0 ? 0 : 1 + down(n - 1);
    }

    public static void main(String[] a) throws InterruptedException {
        int threads = Integer.parseInt(a[0]), depth = Integer.parseInt(a[1]);
        for (int i = 0; i < threads; i++) {
            Thread t = new Thread(() -> down(depth));
            t.start();
            t.join();
        }
    }
}
