// Accesses and locks that are the first instruction of their line: a trace that ends there has to show it.
public class Standing {
    static int x;
    static Object a = new Object(), b = new Object();

    static void write() {
        int n =
            x;
        x = n + 1;
    }

    static synchronized void holdThis(Thread t) throws InterruptedException {
        t.join();
    }

    static
    synchronized void enter() {
        x++;
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length == 0) {
            Thread t = new Thread(Standing::write);
            t.start();
            write();
            return;
        }
        Thread t = new Thread(() -> {
            x++;
            enter();
        });
        t.start();
        holdThis(t);
    }
}
