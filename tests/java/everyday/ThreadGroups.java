/** A group goes through its threads: interrupt, count, enumerate. */
public class ThreadGroups {
    static void await(Object o) {
        synchronized (o) {
            try {
                o.wait();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    static void awaitWaiting(Thread t) throws InterruptedException {
        while (t.getState() != Thread.State.WAITING) Thread.sleep(1);
    }

    static void list(ThreadGroup g) {
        Thread[] all = new Thread[g.activeCount() + 1];
        for (int i = 0, n = g.enumerate(all); i < n; i++) System.out.println(all[i].getName());
    }

    public static void main(String[] args) throws Exception {
        ThreadGroup outer = new ThreadGroup("outer"), inner = new ThreadGroup(outer, "inner");
        Object o = new Object();
        Thread a = new Thread(outer, () -> await(o), "a"), b = new Thread(inner, () -> await(o), "b");
        a.start();
        b.start();
        awaitWaiting(a);
        awaitWaiting(b);
        list(outer);
        outer.interrupt();
        a.join();
        b.join();
        list(outer);
        System.out.println(outer.activeCount() + " " + outer.activeGroupCount());
    }
}
