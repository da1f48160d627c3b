/** P producers, C consumers, capacity, items per producer; wait/notifyAll; ends normally. */
public class ProdCons {
    static class Buf {
        final int cap;
        int n, taken;
        final int total;

        Buf(int c, int t) {
            cap = c;
            total = t;
        }

        synchronized void put() throws InterruptedException {
            while (n == cap) wait();
            n++;
            notifyAll();
        }

        synchronized boolean get() throws InterruptedException {
            while (n == 0 && taken < total) wait();
            if (n == 0) return false;
            n--;
            taken++;
            notifyAll();
            return true;
        }
    }

    public static void main(String[] a) {
        final int p = Integer.parseInt(a[0]),
                c = Integer.parseInt(a[1]),
                cap = Integer.parseInt(a[2]),
                items = Integer.parseInt(a[3]);
        final Buf b = new Buf(cap, p * items);
        for (int i = 0; i < p; i++)
            new Thread() {
                public void run() {
                    try {
                        for (int k = 0; k < items; k++) b.put();
                    } catch (InterruptedException e) {
                    }
                }
            }.start();
        for (int i = 0; i < c; i++)
            new Thread() {
                public void run() {
                    try {
                        while (b.get()) {}
                    } catch (InterruptedException e) {
                    }
                }
            }.start();
    }
}
