import java.util.concurrent.atomic.AtomicInteger;

/** args[1] threads that do the same, which main joins as args[0] says. */
public class Joins {
    static final AtomicInteger counter = new AtomicInteger();
    static Thread[] known;
    static int x, looks;

    static void work() {
        counter.incrementAndGet();
        counter.incrementAndGet();
    }

    static void all(Thread[] t) throws InterruptedException {
        for (Thread u : t) u.join();
    }

    static void join(String how, Thread[] t) throws InterruptedException {
        switch (how) {
            case "order":
                for (int i = 0; i < t.length; i++) t[i].join();
                break;
            case "reverse":
                for (int i = t.length - 1; i >= 0; i--) t[i].join();
                break;
            case "each":
                all(t);
                break;
            case "zero":
                for (Thread u : t) u.join(0);
                break;
            case "caught":
                for (Thread u : t)
                    try {
                        u.join();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                break;
            case "null":
                t[t.length - 1] = null;
                try {
                    all(t);
                } catch (NullPointerException e) {
                    x++;
                }
                break;
            case "names": {
                Thread a = t[0], b = t[1], c = t[2];
                t = null;
                a.join();
                b.join();
                c.join();
                break;
            }
            case "known": // others can change the array
                known = t;
                all(t);
                break;
            case "between": // others see how far it has come
                for (Thread u : t) {
                    u.join();
                    looks = counter.get();
                }
                break;
            case "interrupt":
                Thread.currentThread().interrupt();
                try {
                    all(t);
                } catch (InterruptedException e) {
                    System.out.println("interrupted at " + counter.get());
                }
                break;
            default:
                break;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] t = new Thread[Integer.parseInt(args[1])];
        for (int i = 0; i < t.length; i++) t[i] = new Thread(Joins::work);
        for (Thread u : t) u.start();
        join(args[0], t);
        System.out.println("R " + counter.get() + " " + looks);
    }
}
