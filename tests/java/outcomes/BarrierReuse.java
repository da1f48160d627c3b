// errors: deadlock
// outcomes: done
public class BarrierReuse {
    // not reusable: the count is reset by the last, a slow first waiter sees 0 again and waits on
    static int n;

    static synchronized void await() throws InterruptedException {
        n++;
        if (n == 2) {
            n = 0;
            BarrierReuse.class.notifyAll();
        } else while (n != 0) BarrierReuse.class.wait();
    }

    public static void main(String[] a) throws Exception {
        Runnable r =
                () -> {
                    try {
                        await();
                        await();
                    } catch (InterruptedException e) {
                    }
                };
        Thread t = new Thread(r), u = new Thread(r);
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println("R done");
    }
}
