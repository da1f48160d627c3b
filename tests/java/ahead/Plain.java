/** Steps that read and write numbers of every width, elements, and objects that one frame alone refers to. */
public class Plain {
    static class Cell {
        byte b;
        char c;
        short s;
        boolean z;
        int i;
        long j;
        double d;
        Cell next;
        volatile int seen;
    }

    static class Late {
        static int first = 5;
    }

    static class Slow {
        static int got;

        static {
            int t = turn;
            turn = t + 1;
            got = t;
        }
    }

    static int turn;
    static long wide;
    static byte small;
    static final int[] shared = new int[3];
    static final byte[] bytes = new byte[4];
    static final Cell cell = new Cell();

    static void numbers(int me) {
        cell.b += (byte) (me + 1);
        cell.j = cell.j * 3 + me;
        small = (byte) (small ^ me);
        if (cell.b > 2) cell.c++;
        wide += cell.c;
    }

    static void elements(int me) {
        shared[me] = shared[(me + 1) % shared.length] + 1;
        bytes[me]++;
        if (shared.length > 2 && bytes[0] == bytes[1]) turn = turn * 2 + 1;
    }

    static void references(int me) {
        Cell own = new Cell(), held = own;
        own.next = cell.next;
        own.i = me;
        Cell was = cell.next;
        if (was != null && was.i != me) was.seen++;
        if (held == own) cell.next = me == 0 ? own : null;
        held = null;
        own.z = own.next == null;
        turn += own.z ? 1 : 0;
    }

    static void late(int me) {
        if (me == 1) turn = Late.first;
        if (turn == 5) Late.first += me;
        turn++;
    }

    /** Who comes to a class while another thread initializes it stops elsewhere than who comes before or after that. */
    static void initial(int me) {
        wide += me;
        turn += Slow.got;
        Slow.got = me;
    }

    static Cell smaller(Cell a, Cell b) {
        int i = a.i;
        b.i = i + 1;
        return b.i < 3 ? b : a;
    }

    static long sum(Cell a) {
        long j = a.j;
        a.j = j + 2;
        return j + a.i;
    }

    static byte narrow(int me) {
        turn = turn + 200 + me;
        return (byte) turn;
    }

    static synchronized void counted(int me) {
        turn++;
    }

    /** Results of every kind, of frames that hold references of their own. */
    static void returned(int me) {
        Cell own = new Cell(), it = smaller(cell, own);
        it.seen++;
        wide += sum(it == own ? cell : own);
        small = narrow(me);
        counted(me);
        if (smaller(own, cell) == own) wide--;
    }

    static void locked(int me) {
        synchronized (cell) {
            cell.i++;
        }
        turn = cell.i;
    }

    /** Two monitors, in both orders where `crossed`: some paths end in a deadlock. */
    static void nested(int me, boolean crossed) {
        Object lo = crossed && me == 0 ? shared : cell, hi = lo == cell ? shared : cell;
        for (int i = 0; i < 2; i++) {
            synchronized (lo) {
                synchronized (hi) {
                    synchronized (lo) {
                        cell.i++;
                    }
                    turn += me;
                }
            }
        }
    }

    /** Monitors of a class, a thread and of one's own object. */
    static void various(int me) {
        Cell own = new Cell();
        synchronized (own) {
            synchronized (Plain.class) {
                turn++;
            }
            own.i = turn;
        }
        synchronized (Thread.currentThread()) {
            synchronized (own) {
                wide += own.i;
            }
        }
    }

    /** Who comes last wakes those that wait. */
    static void waiting(int me, int n) throws InterruptedException {
        synchronized (cell) {
            cell.i++;
            while (cell.i < n) cell.wait();
            cell.notify();
        }
        synchronized (shared) {
            turn++;
        }
    }

    static void step(String how, int me, int n) throws InterruptedException {
        switch (how) {
            case "numbers": numbers(me); break;
            case "elements": elements(me); break;
            case "references": references(me); break;
            case "late": late(me); break;
            case "initial": initial(me); break;
            case "returned": returned(me); break;
            case "nested": nested(me, false); break;
            case "crossed": nested(me, true); break;
            case "various": various(me); break;
            case "waiting": waiting(me, n); break;
            default: locked(me);
        }
    }

    public static void main(String[] a) throws Exception {
        final String how = a[0];
        Thread[] ts = new Thread[Integer.parseInt(a[1])];
        for (int i = 0; i < ts.length; i++) {
            final int me = i;
            Runnable steps =
                    () -> {
                        try {
                            step(how, me, ts.length);
                        } catch (InterruptedException e) {
                            turn = -1;
                        }
                    };
            ts[i] = new Thread(steps);
        }
        for (Thread t : ts) t.start();
        if (a.length > 2) for (Thread t : ts) t.join();
        assert !how.equals("numbers") || small != 77;
    }
}
