import gov.nasa.jpf.vm.Verify;

/** An error of every kind, each behind a choice of its own; two of races. */
public class EveryKind {
    static final Object A = new Object();
    static final Object B = new Object();
    static final int[] cells = new int[2];
    static int first;
    static int second;

    public static void main(String[] args) throws InterruptedException {
        switch (Verify.getInt(0, 7)) {
            case 0 -> races();
            case 1 -> deadlock();
            case 2 -> throw new IllegalStateException("thrown in main");
            case 3 -> thrownInAnother();
            case 4 -> System.exit(4);
            case 5 -> atomicBlocks();
            case 6 -> loops();
            default -> asserts(Verify.getBoolean());
        }
    }

    static void races() throws InterruptedException {
        Thread racer = new Thread(() -> {
            first = 1;
            second = 2;
            cells[1] = 3;
        }, "racer");
        racer.start();
        first++;
        second++;
        cells[1]++;
        racer.join();
    }

    static void deadlock() throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (A) {
                synchronized (B) {
                    first = 0;
                }
            }
        }, "other");
        other.start();
        synchronized (B) {
            synchronized (A) {
                second = 0;
            }
        }
        other.join();
    }

    static void thrownInAnother() throws InterruptedException {
        Thread thrower = new Thread(() -> {
            throw new ArithmeticException("thrown in another");
        }, "thrower");
        thrower.start();
        thrower.join();
    }

    static void atomicBlocks() throws InterruptedException {
        Verify.beginAtomic();
        synchronized (A) {
            A.wait();
        }
    }

    static void loops() {
        while (true) Thread.yield();
    }

    static void asserts(boolean holds) {
        assert holds : "asserted";
    }
}
