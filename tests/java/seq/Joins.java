// Threads with a deterministic result: join orders the output; names, states, interruption, thread
// locals.
public class Joins {
    static int counter;
    static final Object lock = new Object();
    static final ThreadLocal<Integer> TL = ThreadLocal.withInitial(() -> 7);
    static final InheritableThreadLocal<String> ITL = new InheritableThreadLocal<>();

    public static void main(String[] args) throws Exception {
        Thread[] ts = new Thread[4];
        for (int i = 0; i < ts.length; i++) {
            int id = i;
            ts[i] =
                    new Thread(
                            () -> {
                                for (int k = 0; k < 50; k++)
                                    synchronized (lock) {
                                        counter += id;
                                    }
                            });
        }
        System.out.println(
                ts[0].getState()
                        + " "
                        + ts[0].isAlive()
                        + " "
                        + ts[0].getName()
                        + " "
                        + ts[3].getName());
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        System.out.println(counter + " " + ts[0].getState() + " " + ts[0].isAlive());
        try {
            ts[0].start();
        } catch (IllegalThreadStateException e) {
            System.out.println(e);
        }
        TL.set(8);
        ITL.set("from main");
        Thread t =
                new Thread("named") {
                    @Override
                    public void run() {
                        System.out.println(
                                getName()
                                        + " "
                                        + TL.get()
                                        + " "
                                        + ITL.get()
                                        + " "
                                        + Thread.currentThread().isDaemon()
                                        + " "
                                        + getPriority());
                    }
                };
        t.setDaemon(true);
        t.setPriority(7);
        t.start();
        t.join();
        System.out.println(TL.get() + " " + t.toString().startsWith("Thread["));
        Thread w =
                new Thread(
                        () -> {
                            try {
                                synchronized (lock) {
                                    while (true) lock.wait();
                                }
                            } catch (InterruptedException e) {
                                System.out.println(
                                        "interrupted " + Thread.currentThread().isInterrupted());
                            }
                        });
        w.start();
        w.interrupt();
        w.join();
        Thread.currentThread().interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            System.out.println(e.getMessage());
        }
        Object o = new Object();
        try {
            o.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            o.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (o) {
                o.wait(-1);
            }
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        synchronized (o) {
            synchronized (o) {
                System.out.println(Thread.holdsLock(o));
            }
        }
        System.out.println(
                Thread.holdsLock(o)
                        + " "
                        + Thread.currentThread().getName()
                        + " "
                        + Thread.currentThread().getThreadGroup().getName());
        synchronized (o) {
            o.wait(1);
        }
        long t0 = System.nanoTime();
        Thread.sleep(2);
        System.out.println(System.nanoTime() > t0);
        Thread never = new Thread(() -> {});
        never.join(5);
        System.out.println(never.getState());
        int[] box = new int[1];
        Thread p =
                new Thread(
                        () -> {
                            synchronized (box) {
                                box[0] = 42;
                                box.notifyAll();
                            }
                        });
        synchronized (box) {
            p.start();
            while (box[0] == 0) box.wait();
        }
        System.out.println(box[0]);
    }
}
