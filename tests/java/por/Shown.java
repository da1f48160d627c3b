import java.util.concurrent.locks.LockSupport;

/** Threads that ask for each other's states. Each argument is what a thread does, the first one main, as words: +1 starts
 * thread 1, ?1 asks for its state, !1 whether it is alive, u1 gives it a permit, i1 interrupts it, j1 joins it; a( and b(
 * enter a monitor, ) leaves it, aw waits for it, aW for 5 ms at most, aN notifies all, p. parks, s. sleeps, x. writes, t1 is a timed join,
 * f. looks whether the thread is interrupted itself.
 * Where main's begins with ~ it joins nobody in the end, and each thread prints what it was told. */
public class Shown {
    static final Object a = new Object(), b = new Object();
    static Thread[] ts;
    static String[] seen;
    static volatile int x;

    static int run(String code, int at, StringBuilder told) throws InterruptedException {
        while (at < code.length() && code.charAt(at) != ')') {
            char what = code.charAt(at), to = code.charAt(at + 1);
            Thread t = to >= '0' && to <= '9' ? ts[to - '0'] : null;
            Object o = what == 'a' ? a : b;
            at += 2;
            switch (what) {
                case '+': t.start(); break;
                case '?': told.append(t.getState().name().substring(0, 2)); break;
                case '!': told.append(t.isAlive() ? "al" : "de"); break;
                case 'u': LockSupport.unpark(t); break;
                case 'i': t.interrupt(); break;
                case 'j': t.join(); break;
                case 't': t.join(5); break;
                case 'p': LockSupport.park(); break;
                case 's': Thread.sleep(5); break;
                case 'f': told.append(Thread.interrupted() ? "f" : "-"); break;
                case 'x': x = 1; break;
                default:
                    if (to == 'w') o.wait();
                    else if (to == 'W') o.wait(5);
                    else if (to == 'N') o.notifyAll();
                    else synchronized (o) { at = run(code, at, told) + 1; }
            }
        }
        return at;
    }

    static void body(String[] args, int i) {
        StringBuilder told = new StringBuilder();
        try {
            run(args[i], args[i].startsWith("~") ? 1 : 0, told);
        } catch (InterruptedException e) {
            told.append("I");
        }
        seen[i] = told.toString();
        if (args[0].startsWith("~")) System.out.println("R " + i + " " + told);
    }

    public static void main(String[] args) throws InterruptedException {
        ts = new Thread[args.length];
        seen = new String[args.length];
        for (int i = 1; i < args.length; i++) {
            int me = i;
            ts[i] = new Thread(() -> body(args, me));
        }
        body(args, 0);
        if (args[0].startsWith("~")) return;
        for (int i = 1; i < args.length; i++) ts[i].join();
        System.out.println("R " + String.join(" ", seen));
    }
}
