import java.util.concurrent.locks.LockSupport;

/** A thread that parks, joins or waits can be let go in two ways that have nothing in common. */
public class LetGo {
    static final Object lock = new Object();

    static void block(String how, Thread other) {
        String by = "itself";
        try {
            if (how.equals("join")) other.join();
            else if (how.equals("park")) LockSupport.park();
            else synchronized (lock) { lock.wait(); }
        } catch (InterruptedException e) {
            by = "interrupt";
        }
        System.out.println("R " + by + " " + Thread.interrupted());
    }

    /** How it blocks, and in which order the threads are started: q blocks, t interrupts it, u lets it go. */
    public static void main(String[] args) {
        String how = args[0];
        Thread[] q = new Thread[1];
        Thread u = new Thread(() -> {
            if (how.equals("park")) LockSupport.unpark(q[0]);
            else if (how.equals("wait")) synchronized (lock) { lock.notify(); }
        });
        q[0] = new Thread(() -> block(how, u));
        Thread t = new Thread(() -> q[0].interrupt());
        for (char c : args[1].toCharArray()) (c == 'q' ? q[0] : c == 't' ? t : u).start();
    }
}
