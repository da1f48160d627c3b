/** Two or three threads with a field each, and a thread that joins them; what it does between the joins is the argument's. */
public class AwaitLooks {
    static final Object lock = new Object();
    static int n;

    static final class W extends Thread {
        final W after;
        int v, w;

        W(W after) {
            this.after = after;
        }

        @Override public void run() {
            try {
                v = 1;
                synchronized (lock) {
                    n++;
                }
                v = 2;
                if (after != null) {
                    after.join();
                    w = after.v + after.w;
                }
            } catch (InterruptedException e) {
                w = 9;
            }
        }
    }

    static String looks(String how, W a, W b) throws InterruptedException {
        switch (how) {
            case "between": a.join(); int v = b.v; b.join(); return "" + v;
            case "early": int x = b.v; a.join(); b.join(); return "" + x;
            case "timed": a.join(); b.join(1); return "" + b.v;
            case "states": a.join(); Thread.State s = b.getState(); b.join(); return "" + s;
            case "nested": synchronized (lock) { a.join(5); n += 10; } b.join(); return "" + n;
            case "written": a.join(); b.v = 7; b.join(); return "" + b.v;
            default: a.join(); b.join(); return a.v + " " + b.v + " " + b.w;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String how = args[0];
        W a = new W(null), b = new W(how.equals("chain") ? a : null);
        String[] told = new String[1];
        Thread other = new Thread(() -> {
            try {
                told[0] = how.equals("other") ? looks("between", b, a) : looks("", b, a);
            } catch (InterruptedException e) {
                told[0] = "no " + a.v + b.v;
            }
        });
        a.start();
        b.start();
        if (how.equals("other") || how.equals("interrupt")) {
            other.start();
            if (how.equals("interrupt")) other.interrupt();
            a.join();
            b.join();
            other.join();
            System.out.println("R " + told[0]);
        } else if (how.equals("chain")) {
            b.join();
            int v = b.w + n;
            Thread late = new Thread(() -> n += 5);
            late.start();
            a.join();
            v = v * 10 + n;
            late.join();
            System.out.println("R " + v);
        } else {
            System.out.println("R " + looks(how, a, b));
        }
    }
}
