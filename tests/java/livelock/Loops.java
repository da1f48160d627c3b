// Threads that run small programs over shared cells; args[i] is the i-th thread's, ops between commas:
// s<cell><value> set; w<cell><value> spin until it has the value; c<cell> spin until a CAS from 0 to 1 works; g<op> go to.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Loops extends Thread {
    static final AtomicIntegerArray cells = new AtomicIntegerArray(3);
    final String[] ops;

    Loops(String program) {
        ops = program.split(",");
    }

    public void run() {
        for (int pc = 0; pc < ops.length;) {
            String op = ops[pc++];
            int a = op.charAt(1) - '0', b = op.length() > 2 ? op.charAt(2) - '0' : 0;
            switch (op.charAt(0)) {
            case 's': cells.set(a, b); break;
            case 'w': while (cells.get(a) != b) Thread.onSpinWait(); break;
            case 'c': while (!cells.compareAndSet(a, 0, 1)) Thread.onSpinWait(); break;
            case 'g': pc = a; break;
            default: throw new IllegalArgumentException(op);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[args.length];
        for (int i = 0; i < args.length; i++) (threads[i] = new Loops(args[i])).start();
        for (Thread t : threads) t.join();
    }
}
