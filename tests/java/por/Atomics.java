// verdict: by variant, see tests/test_attributor.py
import gov.nasa.jpf.vm.Verify;

public class Atomics {
    static int x, y, bad;
    static final Object lock = new Object();
    static Atomics shared = new Atomics();
    int field;

    static void both() {
        x++;
        y++;
    }

    static void locked() {
        synchronized (lock) {
            x++;
        }
    }

    synchronized void sync() {
        field++;
    }

    /** Two stores with an atomic section around the second: others may see the state in between. */
    static void between() {
        x = 1;
        Verify.beginAtomic();
        y = 1;
        Verify.endAtomic();
    }

    public static void main(String[] args) throws Exception {
        Thread t;
        switch (args[0]) {
            case "method": // x and y differ only while both() runs
                t = new Thread(() -> both());
                t.start();
                Verify.beginAtomic();
                int a = x, b = y;
                Verify.endAtomic();
                if (a != b) throw new AssertionError("torn");
                break;
            case "between":
                t = new Thread(() -> between());
                t.start();
                Verify.beginAtomic();
                boolean seen = x == 1 && y == 0;
                Verify.endAtomic();
                if (seen) throw new AssertionError("between");
                break;
            case "block": // the section waits for a monitor
                t = new Thread(() -> locked());
                t.start();
                synchronized (lock) {
                    x++;
                }
                Verify.beginAtomic();
                locked();
                Verify.endAtomic();
                break;
            case "wait":
                t = new Thread(() -> { });
                t.start();
                synchronized (lock) {
                    Verify.beginAtomic();
                    lock.wait();
                    Verify.endAtomic();
                }
                break;
            case "sync":
                t = new Thread(() -> shared.sync());
                t.start();
                shared.sync();
                break;
            default:
                t = new Thread(() -> locked());
                t.start();
                locked();
        }
        t.join();
    }
}
